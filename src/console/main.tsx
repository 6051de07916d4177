import './style/parts.css';

import { render } from 'preact';

import { findAddress } from './api/address.ts';
import { App } from './shell/app.tsx';
import { keepFocus, markKeys } from './shell/keep-focus.ts';

keepFocus();
markKeys();
const place = document.querySelector('#console');
if (place) render(<App address={findAddress(location.pathname)} />, place);
