import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { contentAnalytics } from '#contract/insights/analytics.ts';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { formatNumber } from '#ui/kit/format.ts';
import { sentenceOf } from '#ui/base/platform/api.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { countOf, describeChange } from '../../figure-words.ts';
import type { PeriodQuery } from '../../PeriodPicker.tsx';
import { AnalyticsSection } from './AnalyticsSection.tsx';
import { AnswerList } from './AnswerList.tsx';
import { answerReading } from './answers.ts';

/** Views of the articles, and how many there are. */
export function ArticleViews({ period, days }: { period: PeriodQuery; days: number }) {
  const { data, error } = useQuery({
    ...queryOf(contentAnalytics, { query: period }),
    refetchInterval: 60_000,
    placeholderData: keepPreviousData,
  });
  return (
    <AnalyticsSection id="reading" question="Are people reading the guides?" answer={data && answerReading(data, days)}>
      {error ? (
        <Callout tone="bad" title="We couldn't load the figures">
          {sentenceOf(error)}
        </Callout>
      ) : (
        <AnswerList
          label="Guides"
          answers={[
            {
              text: data ? countOf(data.articleViews, ['article view', 'article views']) : null,
              ...(data && { change: describeChange(data.articleViews, data.articleViewsBefore, days) }),
            },
            {
              text: data ? countOf(data.totalArticles, ['article', 'articles']) : null,
              ...(data && { change: `${formatNumber(data.averagePerTopic)} per topic` }),
            },
            {
              text: data ? `${formatNumber(data.publishedToday)} published today` : null,
              ...(data && { change: `${formatNumber(data.scheduledArticles)} scheduled` }),
            },
          ]}
        />
      )}
    </AnalyticsSection>
  );
}
