import { Button } from '#ui/kit/controls/Button.tsx';
import { Sheet } from '#ui/kit/overlays/Sheet.tsx';
import Filters from './Filters.tsx';
import type { SearchState } from '../search/search-state.ts';

export default function FilterSheet(props: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  search: SearchState;
  onChange: (change: Partial<SearchState>) => void;
  resultText: string;
}) {
  return (
    <Sheet
      title="Filters"
      side="left"
      open={props.open}
      onOpenChange={props.onOpenChange}
      footer={
        <Button variant="primary" block onClick={() => props.onOpenChange(false)}>
          Show {props.resultText}
        </Button>
      }
    >
      <Filters search={props.search} onChange={props.onChange} isOpened />
    </Sheet>
  );
}
