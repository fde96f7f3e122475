import { Link } from '#ui/kit/display/Link.tsx';
import { readInline, splitIntoBlocks, type Block } from './prose.ts';

/** The text of an article, in a safe subset of Markdown. */
export const ArticleProse = ({ content }: { content: string }) =>
  splitIntoBlocks(content).map((block, index) => <BlockView key={index} block={block} />);

function BlockView({ block }: { block: Block }) {
  if (block.kind === 'picture') return <img src={block.src} alt={block.alt} loading="lazy" />;
  if (block.kind === 'list') {
    const items = block.items.map((item, index) => (
      <li key={index}>
        <Words text={item} />
      </li>
    ));
    return block.ordered ? <ol>{items}</ol> : <ul>{items}</ul>;
  }
  const words = <Words text={block.text} />;
  if (block.kind === 'paragraph') return <p>{words}</p>;
  return block.level === 2 ? <h2>{words}</h2> : <h3>{words}</h3>;
}

const Words = ({ text }: { text: string }) =>
  readInline(text).map((part, index) => {
    if (part.kind === 'link')
      return (
        <Link key={index} to={part.to} {...(part.to.startsWith('/') ? {} : { target: '_blank' })}>
          {part.text}
        </Link>
      );
    if (part.kind === 'strong') return <strong key={index}>{part.text}</strong>;
    return part.kind === 'em' ? <em key={index}>{part.text}</em> : part.text;
  });
