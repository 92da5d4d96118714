// Reads the words behind a tool's name. The comment that a tool begins with is its usage.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

/**
 * The options of a tool, `options` as `parseArgs` takes them, and its other words, of which `wordFault` says what is wrong. `--help` prints the usage; what
 * the tool does not know ends it with the usage, before it does anything.
 */
export function readOptions(tool, options = {}, wordFault = noWords) {
  const own = { ...options, help: { type: 'boolean', default: false } };
  try {
    const { values, positionals } = parseArgs({ options: own, allowPositionals: true });
    if (values.help) {
      process.stdout.write(`${usageOf(tool)}\n`);
      process.exit(0);
    }
    const fault = wordFault(positionals, values);
    if (fault !== undefined) refuse(tool, fault);
    return { values, words: positionals };
  } catch (error) {
    // Its further sentences are of words that begin with a dash, which no tool takes.
    return refuse(tool, error.message.split('. ')[0]);
  }
}

/** Ends a tool for what is wrong with its words, and tells how it is used. */
export function refuse(tool, fault) {
  process.stderr.write(`${fault}\n\n${usageOf(tool)}\n`);
  process.exit(2);
}

/** What is wrong with more words than a tool takes. */
export function tooMany(words, most) {
  return words.length > most ? `'${words[most]}' is one word too many` : undefined;
}

function noWords(words) {
  return tooMany(words, 0);
}

/** The comment at the beginning of a tool. */
function usageOf(tool) {
  const lines = readFileSync(fileURLToPath(tool), 'utf8').split('\n');
  const end = lines.findIndex((line) => !line.startsWith('//'));
  return lines
    .slice(0, end)
    .map((line) => line.replace(/^\/\/ ?/, ''))
    .join('\n');
}
