// Runs the simulation process of a packed program under Node: what Electron gives it as its control port is made here from the channel to
// the parent. Arguments: the script of the process, its workspace.
import { EventEmitter } from 'node:events';
import { pathToFileURL } from 'node:url';

const [script, workspace] = process.argv.slice(2);
const port = Object.assign(new EventEmitter(), {
  postMessage: (message) => process.send({ to: 'port', message }),
  start: () => undefined,
  close: () => undefined,
});
const control = Object.assign(new EventEmitter(), {
  postMessage: (message) => process.send({ to: 'control', message }),
});
process.on('message', ({ to, message }) => {
  if (to === 'port') port.emit('message', { data: message });
  else control.emit('message', { data: message, ports: message.kind === 'connect' ? [port] : [] });
});
process.once('disconnect', () => process.exit(0));
process.parentPort = control;
process.argv = [process.argv[0], script, workspace];
await import(pathToFileURL(script).href);
