import { setFlagsFromString } from 'node:v8';

// A number that goes into or comes out of a call is a new object on the heap, unless V8 puts the called function into the caller; whether it does
// depends on what ran before and differs from process to process. So here only the smallest functions, which it always takes, are put into
// their callers: code that passes its numbers through arrays allocates nothing in any process, and other code fails in every one.
setFlagsFromString('--max-inlined-bytecode-size-cumulative=0');
setFlagsFromString('--min-inlining-frequency=0');
