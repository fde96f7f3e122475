import { Card } from '#ui/kit/display/Card.tsx';
import { ServerForm } from './ServerForm.tsx';
import { WelcomeFrame } from './WelcomeFrame.tsx';

/** Asks a new console for its server. */
export function FirstServer() {
  return (
    <WelcomeFrame
      documentTitle="Enamel"
      heading="Welcome to Enamel"
      subtitle={<p>This is the staff console. Enter your server’s address.</p>}
    >
      <Card tone="lifted">
        <ServerForm action="Continue" first />
      </Card>
    </WelcomeFrame>
  );
}
