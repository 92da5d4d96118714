import { fileURLToPath } from 'node:url';
import { serve } from './serve.ts';

// The serving process, which `localHost` starts and watches over; the built editor stands beside this script.
serve(fileURLToPath(new URL('./app', import.meta.url)));
