// A program for kill tests: frameWriterProgram FOLDER FRAMES VERTICES. Prints a line when it is about to write.
import { writeFrames } from './frameWriter.ts';

const [folder, frames, vertices] = process.argv.slice(2);
process.stdout.write('writing\n');
await writeFrames(folder, Number(frames), Number(vertices));
