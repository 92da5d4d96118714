import { expect, test } from 'vitest';
import { canonicalJson, sha256Hex } from '../../src/base/hash.ts';

test('SHA-256 of the standard test vector', () => {
  expect(sha256Hex('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

test('canonical JSON does not depend on the order of members', () => {
  expect(canonicalJson({ b: [1, { d: 2, c: undefined }], a: 'x' })).toBe('{"a":"x","b":[1,{"d":2}]}');
  expect(() => canonicalJson({ a: NaN })).toThrow('NaN');
});
