import {
  Check,
  Baby,
  BookOpen,
  HeartPulse,
  Leaf,
  MapPin,
  ReceiptText,
  ScanLine,
  ShieldCheck,
  Siren,
  Sparkles,
  Wrench,
  type LucideIcon,
} from 'lucide-react';
import type { Topic } from '#shared/articles/topics.ts';
import { Link } from '#ui/kit/display/Link.tsx';
import { countText } from './count-text.ts';
import { ListCard } from './ListCard.tsx';
import css from './TopicCard.module.css';

const icons: Record<string, LucideIcon> = {
  'teeth-whitening': Sparkles,
  'preventive-care': ShieldCheck,
  'dental-procedures': Wrench,
  'oral-health': HeartPulse,
  'emergency-care': Siren,
  'dental-technology': ScanLine,
  'pediatric-dentistry': Baby,
  'dental-insurance': ReceiptText,
  'find-dentist': MapPin,
  'dental-anxiety': Leaf,
};

function TopicIcon({ topicId, size = 22 }: { topicId: string; size?: number }) {
  const Icon = icons[topicId] ?? BookOpen;
  return <Icon size={size} strokeWidth={1.75} aria-hidden="true" />;
}

interface TopicCardProps {
  topic: Topic;
  /** The number of public articles, once loaded. */
  articleCount: number | undefined;
}

export const TopicCard = ({ topic, articleCount }: TopicCardProps) => (
  <ListCard
    top={
      <span className={css.icon}>
        <TopicIcon topicId={topic.id} />
      </span>
    }
    foot={
      <>
        <span className={css.count}>
          {topic.category}
          {articleCount !== undefined && ` · ${countText(articleCount)}`}
          {articleCount !== undefined && articleCount > 0 && (
            <span className={css.available} title="Content Available">
              <Check aria-hidden="true" />
              <span className="hidden-text">Content Available</span>
            </span>
          )}
        </span>
        <Link to={`/topics/${topic.id}`} className={css.more} aria-label={`Read More about ${topic.title}`}>
          Read More
        </Link>
      </>
    }
  >
    <h2>{topic.title}</h2>
    {topic.about !== '' && <p>{topic.about}</p>}
  </ListCard>
);
