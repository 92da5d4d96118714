import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path));

interface Configuration {
  readonly [key: string]: unknown;
  readonly electronFuses: Record<string, boolean>;
  readonly fileAssociations: { ext: string; icon: string }[];
  readonly files: string[];
}
interface BuilderConfig {
  getConfig(folder: string, file: string, options: null): Promise<Configuration>;
  validateConfiguration(configuration: Configuration, log: object): Promise<void>;
}

// electron-builder's own parts, as it resolves them.
const ofBuilder = createRequire(createRequire(import.meta.url).resolve('electron-builder/package.json'));
const builder = ofBuilder('app-builder-lib/out/util/config/config') as BuilderConfig;
const { DebugLogger } = ofBuilder('builder-util') as { DebugLogger: new (enabled: boolean) => object };
const configuration = await builder.getConfig(root, 'electron-builder.yml', null);

describe('electron-builder.yml', () => {
  it('is valid, and a mistake in it is found', async () => {
    await expect(builder.validateConfiguration(configuration, new DebugLogger(false))).resolves.toBeUndefined();
    const wrong = { ...configuration, linux: { targets: ['AppImage'] } };
    await expect(builder.validateConfiguration(wrong, new DebugLogger(false))).rejects.toThrow('configuration.linux');
  });

  it('packs for Linux, macOS and Windows and publishes nowhere', () => {
    expect(configuration).toMatchObject({
      publish: null,
      asar: true,
      linux: { target: ['AppImage', 'deb'], icon: 'assets/icons' },
      mac: { target: [{ target: 'dmg', arch: ['arm64', 'x64'] }], hardenedRuntime: true },
      win: { target: [{ target: 'nsis', arch: ['x64'] }] },
      nsis: { perMachine: false, allowElevation: false },
    });
  });

  it('switches off what turns the program into another', () => {
    expect(configuration.electronFuses).toEqual({
      runAsNode: false,
      enableCookieEncryption: true,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      grantFileProtocolExtraPrivileges: false,
    });
  });

  it('opens shots, with an icon of their own', () => {
    expect(configuration.fileAssociations).toEqual([
      expect.objectContaining({ ext: 'ductile', mimeType: 'application/x-ductile', role: 'Editor' }),
    ]);
    for (const extension of ['ico', 'icns'])
      expect(existsSync(join(root, `${configuration.fileAssociations[0].icon}.${extension}`))).toBe(true);
  });

  it('starts the script that Electron’s main process is built to', () => {
    const { main } = JSON.parse(read('package.json').toString()) as { main: string };
    expect(main).toBe('dist/electron/main.js');
  });

  it('asks macOS for no more than compiling to machine code', () => {
    const keys = [
      ...read('electron/entitlements.mac.plist')
        .toString()
        .matchAll(/<key>(.*?)<\/key>/g),
    ];
    expect(keys.map(([, key]) => key)).toEqual(['com.apple.security.cs.allow-jit']);
  });
});

describe('the icons', () => {
  /** Width, height, bits and colour type in a PNG's header. */
  function pngHeader(bytes: Buffer): number[] {
    expect(bytes.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
    return [bytes.readUInt32BE(16), bytes.readUInt32BE(20), bytes[24], bytes[25]];
  }

  it('are what tools/icons.mjs draws', () => {
    const { status, stderr } = spawnSync(process.execPath, [join(root, 'tools', 'icons.mjs'), '--check']);
    expect(stderr.toString()).not.toContain('is not what');
    expect(status).toBe(0);
  });

  it.each([16, 24, 32, 48, 64, 128, 256, 512, 1024])('have a picture of %i pixels', (pixels) => {
    expect(pngHeader(read(`assets/icons/${pixels}x${pixels}.png`))).toEqual([pixels, pixels, 8, 6]);
  });

  it.each(['icon.ico', 'shot.ico'])('%s holds the sizes of Windows', (name) => {
    const bytes = read(`assets/icons/${name}`);
    const count = bytes.readUInt16LE(4);
    const sizes = Array.from({ length: count }, (_, index) => {
      const entry = 6 + 16 * index;
      const [length, offset] = [bytes.readUInt32LE(entry + 8), bytes.readUInt32LE(entry + 12)];
      const [width, height] = pngHeader(bytes.subarray(offset, offset + length));
      expect([width, height]).toEqual([bytes[entry] || 256, bytes[entry + 1] || 256]);
      return width;
    });
    expect(sizes).toEqual([16, 24, 32, 48, 64, 128, 256]);
  });

  it.each(['icon.icns', 'shot.icns'])('%s holds the types of macOS', (name) => {
    const bytes = read(`assets/icons/${name}`);
    expect(bytes.toString('latin1', 0, 4)).toBe('icns');
    expect(bytes.readUInt32BE(4)).toBe(bytes.length);
    const images: [string, number][] = [];
    for (let at = 8; at < bytes.length; at += bytes.readUInt32BE(at + 4))
      images.push([bytes.toString('latin1', at, at + 4), pngHeader(bytes.subarray(at + 8))[0]]);
    expect(Object.fromEntries(images)).toEqual({
      icp4: 16,
      icp5: 32,
      ic07: 128,
      ic08: 256,
      ic09: 512,
      ic10: 1024,
      ic11: 32,
      ic12: 64,
      ic13: 256,
      ic14: 512,
    });
  });
});
