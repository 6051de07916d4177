import { tryDocuments } from './try-documents.ts';

tryDocuments('second');
