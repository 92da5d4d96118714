import { useMemo } from 'react';
import { markdownBlocks, markdownSpans, type Block } from './markdownBlocks.ts';

interface MarkdownProps {
  readonly text: string;
  /** Addresses of the pictures by how the page names them; one that is not there is left out. */
  readonly pictures: ReadonlyMap<string, string>;
}

/** A page of the manual. */
export function Markdown({ text, pictures }: MarkdownProps) {
  const blocks = useMemo(() => markdownBlocks(text), [text]);
  return blocks.map((block, index) => <BlockView key={index} block={block} pictures={pictures} />);
}

function BlockView({ block, pictures }: { readonly block: Block } & Pick<MarkdownProps, 'pictures'>) {
  switch (block.kind) {
    case 'heading': {
      const Heading = block.level === 1 ? 'h1' : block.level === 2 ? 'h2' : 'h3';
      return (
        <Heading>
          <Spans text={block.text} />
        </Heading>
      );
    }
    case 'paragraph':
      return (
        <p>
          <Spans text={block.text} />
        </p>
      );
    case 'code':
      return <pre className="mono">{block.text}</pre>;
    case 'list': {
      const List = block.ordered ? 'ol' : 'ul';
      return (
        <List>
          {block.items.map((item, index) => (
            <li key={index}>
              <Spans text={item} />
            </li>
          ))}
        </List>
      );
    }
    case 'table':
      return <Table rows={block.rows} />;
    case 'picture': {
      const url = pictures.get(block.source);
      return url === undefined ? null : <img className="manual-picture" src={url} alt={block.alt} draggable={false} />;
    }
  }
}

function Table({ rows: [head, ...body] }: { readonly rows: readonly (readonly string[])[] }) {
  return (
    <table>
      <thead>
        <tr>
          {head.map((cell, index) => (
            <th key={index}>
              <Spans text={cell} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {body.map((row, index) => (
          <tr key={index}>
            {row.map((cell, column) => (
              <td key={column}>
                <Spans text={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Spans({ text }: { readonly text: string }) {
  return markdownSpans(text).map((span, index) => {
    if (span.kind === 'code') return <code key={index}>{span.text}</code>;
    if (span.kind === 'strong') return <strong key={index}>{span.text}</strong>;
    if (span.kind === 'emphasis') return <em key={index}>{span.text}</em>;
    return span.text;
  });
}
