import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listNoteTemplates } from '#contract/claims/note-templates.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '#ui/kit/overlays/Menu.tsx';
import { queryOf } from '#ui/base/platform/query.ts';
import { TemplatesDialog } from './TemplatesDialog.tsx';

/** Inserts a saved note, or opens the dialog that edits them. */
export function TemplateMenu({ onUse }: { onUse: (body: string) => void }) {
  const { data = [] } = useQuery(queryOf(listNoteTemplates, {}));
  const [managing, setManaging] = useState(false);
  return (
    <>
      <Menu
        align="start"
        trigger={
          <Button size="small" variant="quiet">
            Templates
          </Button>
        }
      >
        <MenuLabel>Note templates</MenuLabel>
        {data.map(({ id, name, body }) => (
          <MenuItem key={id} onSelect={() => onUse(body)}>
            {name}
          </MenuItem>
        ))}
        <MenuSeparator />
        <MenuItem onSelect={() => setManaging(true)}>Edit templates…</MenuItem>
      </Menu>
      <TemplatesDialog open={managing} onClose={() => setManaging(false)} />
    </>
  );
}
