import { Fragment } from 'react';

/** Shows each line of a text on its own. */
export const Lines = ({ of }: { of: string }) =>
  of.split('\n').map((line, at) => (
    <Fragment key={line}>
      {at > 0 && <br />}
      {line}
    </Fragment>
  ));
