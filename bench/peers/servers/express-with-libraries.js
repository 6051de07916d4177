// What a start costs that loads the libraries that ours loads, and does nothing with them.
import 'ajv/dist/2020.js';
import 'ajv-formats';
import 'js-yaml';
import 'lowdb';
import 'lowdb/node';

import './express.js';
