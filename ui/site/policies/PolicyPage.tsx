import { Fragment, type ReactNode } from 'react';
import { policies, type PolicyFacts, type PolicyPart, type Statement } from '#contract/policies/policies.ts';
import { useSite } from '#ui/base/page/App.tsx';
import { formatUtcDate } from '#ui/kit/format.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { useReply } from '#ui/base/platform/use-reply.ts';
import { LegalPage } from '../LegalPage.tsx';
import { readOwnText } from '../own-text.tsx';

interface PolicyPageProps {
  title: string;
  path: string;
  description: string;
  intro: string;
  policy: 'privacy' | 'health';
  partsOf: (facts: PolicyFacts) => readonly PolicyPart[];
  /** Shown below the statements of a part. */
  extras?: Readonly<Record<string, ReactNode>>;
}

const noFacts: PolicyFacts = { ads: false, mapTiles: null, payments: true };

/** A policy whose statements follow the settings of the site. */
export function PolicyPage({ policy, partsOf, extras = {}, ...page }: PolicyPageProps) {
  const { data } = useReply(queryOf(policies, {}));
  const changedAt = data?.changedAt[policy];
  const site = useSite();
  const added = policy === 'privacy' && data?.own.privacy ? readOwnText(data.own.privacy, site) : null;
  const parts = partsOf(data ?? noFacts).map((part) => ({
    id: part.id,
    title: part.title,
    body: (
      <>
        {part.intro && <p>{part.intro}</p>}
        <Statements part={part} />
        {extras[part.id]}
      </>
    ),
  }));
  const addedParts = added
    ? [
        ...(added.intro ? [{ id: 'more', title: `More from ${site.brand}`, body: <p>{added.intro}</p> }] : []),
        ...added.parts.map((part) => ({ ...part, id: `own-${part.id}` })),
      ]
    : [];
  return (
    <LegalPage {...page} updated={changedAt ? formatUtcDate(changedAt) : undefined} parts={[...parts, ...addedParts]} />
  );
}

const withLead = ({ lead, text }: Statement): ReactNode =>
  lead ? (
    <>
      <strong>{lead}</strong> {text}
    </>
  ) : (
    text
  );

function Statements({ part: { shown, statements } }: { part: PolicyPart }) {
  if (shown === 'list')
    return (
      <ul>
        {statements.map((statement) => (
          <li key={statement.id}>{withLead(statement)}</li>
        ))}
      </ul>
    );
  if (shown === 'table')
    return (
      <table>
        <tbody>
          {statements.map(({ id, lead, text }) => (
            <tr key={id}>
              <th scope="row">{lead}</th>
              <td>{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
    );
  return statements.map((statement) => (
    <Fragment key={statement.id}>
      <p>{withLead(statement)}</p>
    </Fragment>
  ));
}
