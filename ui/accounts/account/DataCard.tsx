import { MyDataButton } from '#ui/insights/MyDataButton.tsx';
import { SettingsCard } from './SettingsCard.tsx';

export const DataCard = () => (
  <SettingsCard
    id="data"
    title="Your data"
    text="Everything we store about your account, in one file."
    action={<MyDataButton />}
  />
);
