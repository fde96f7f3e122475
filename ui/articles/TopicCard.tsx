import { Check } from 'lucide-react';
import type { topics } from '#shared/articles/topics.ts';
import { Link } from '#ui/kit/display/Link.tsx';
import { countText } from './count-text.ts';
import { ListCard } from './ListCard.tsx';
import css from './TopicCard.module.css';
import { TopicIcon } from './TopicIcon.tsx';

interface TopicCardProps {
  topic: (typeof topics)[number];
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
    <p>{topic.about}</p>
  </ListCard>
);
