import { WebSocket } from 'ws';
import { HostClient } from '../../../src/protocol/HostClient.ts';
import type { JobResult } from '../../../src/protocol/notifications.ts';
import { decodeWireMessage, encodeWireMessage } from '../../../src/protocol/wireCodec.ts';

/** Connects with a local host over its socket, as a page does, from this process. `address`: with the token. */
export async function connect(address: string): Promise<HostClient> {
  const { origin, host } = new URL(address);
  const { headers } = await fetch(address, { redirect: 'manual' });
  const cookie = headers.getSetCookie().map((one) => one.split(';')[0]);
  const socket = new WebSocket(`ws://${host}/host`, { headers: { origin, cookie: cookie.join('; ') } });
  socket.binaryType = 'arraybuffer';
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  return HostClient.connect(
    {
      post: (message) => socket.send(encodeWireMessage(message)),
      onMessage: (receive) => void socket.on('message', (data) => receive(decodeWireMessage(data as ArrayBuffer))),
      onClose: (closed) => void socket.once('close', closed),
      close: () => socket.close(),
    },
    'benchmark',
  );
}

/** Resolves when the job has ended, with what it gave (undefined where it was cancelled). Throws where it failed. */
export function jobEnd(client: HostClient, jobId: string): Promise<JobResult | undefined> {
  return new Promise((resolve, reject) => {
    const leave = client.on('jobEnded', (end) => {
      if (end.jobId !== jobId) return;
      leave();
      if (end.outcome === 'failed') reject(new Error(end.error?.message ?? 'a job failed'));
      else resolve(end.result);
    });
  });
}

/** Makes frames first..last at draft quality. */
export async function simulate(client: HostClient, first: number, last: number): Promise<void> {
  const { jobId } = await client.call('simulate', { quality: 'draft', first, last });
  await jobEnd(client, jobId);
}
