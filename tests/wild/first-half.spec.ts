import { tryDocuments } from './try-documents.ts';

tryDocuments('first');
