import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { z } from 'zod';
import { definitionInfos } from '../../../src/host/catalogue/definitionInfo.ts';
import { entitySchema, kinds } from '../../../src/scene/kindRegistry.ts';
import { physicsSchema, qualitySchema } from '../../../src/scene/Scene.ts';

/** A text that artists read, and where it stands. */
export interface ShownText {
  readonly place: string;
  readonly text: string;
}

const FOLDERS = ['app', 'electron', 'src'];
/** Files that use a word of the list in another sense: skin is a tissue among the presets, and glTF's word for skinning. */
const OTHER_SENSE = ['src/materials/presets.ts', 'src/io/importers/gltf/readGltf.ts'];
/** Members whose strings are for the program, or are found but never shown. */
const NOT_SHOWN = new Set(['className', 'keywords', 'reference', 'type', 'kind', 'id', 'names', 'key', 'd']);
/** What the schemas say of a property to who edits it. */
const SAID = new Set(['label', 'help', 'unset']);

/** Labels and help texts of every property, and of the parameters of every registered definition. */
export function schemaTexts(): ShownText[] {
  const schemas = { entity: entitySchema, physics: physicsSchema, quality: qualitySchema };
  const ofKinds = kinds.all().flatMap(({ type, label, plural }) => [
    { place: `kind ${type}`, text: label },
    { place: `kind ${type}`, text: plural },
  ]);
  const ofDefinitions = definitionInfos().flatMap(({ kind, type, label, params }) => [
    { place: `${kind} ${type}`, text: label },
    ...textsIn(params, `${kind} ${type}`),
  ]);
  const ofProperties = Object.entries(schemas).flatMap(([name, schema]) =>
    textsIn(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }), name),
  );
  return [...ofKinds, ...ofDefinitions, ...ofProperties];
}

function textsIn(value: unknown, place: string): ShownText[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]): ShownText[] => {
    if (typeof member === 'string') return SAID.has(name) ? [{ place, text: member }] : [];
    return textsIn(member, place);
  });
}

/** Texts in the source of the program that may be shown: text of elements, and strings that read as words. */
export function sourceTexts(): ShownText[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name).replaceAll('\\', '/'))
      .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('src/kernels/') && !OTHER_SENSE.includes(file))
      .flatMap((file) => textsOf(file, readFileSync(file, 'utf8'))),
  );
}

/** Texts of a source file that may be shown. */
export function textsOf(file: string, source: string): ShownText[] {
  const parsed = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const found: ShownText[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node) || isHidden(node)) return;
    const text = textOf(node);
    if (text !== undefined && isWords(text)) {
      const { line } = parsed.getLineAndCharacterOfPosition(node.getStart());
      found.push({ place: `${file}:${line + 1}`, text });
    }
    ts.forEachChild(node, visit);
  };
  visit(parsed);
  return found;
}

function isHidden(node: ts.Node): boolean {
  const isMember = ts.isPropertyAssignment(node) || ts.isJsxAttribute(node);
  return isMember && NOT_SHOWN.has(node.name.getText());
}

function textOf(node: ts.Node): string | undefined {
  if (ts.isJsxText(node) || ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
    return node.text.replace(/\s+/g, ' ').trim();
  }
  if (!ts.isTemplateExpression(node)) return undefined;
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…').trim();
}

/** Words have a space or begin with a capital; shaders have semicolons at the ends of lines. */
function isWords(text: string): boolean {
  return (/[A-Za-z]{2} /.test(text) || /^[A-Z][a-z]/.test(text)) && !/;\s*(?:\n|$)|\bvec3\b/.test(text);
}
