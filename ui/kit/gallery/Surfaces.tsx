import { Archive, Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { Accordion } from '../display/Accordion.tsx';
import { Avatar } from '../display/Avatar.tsx';
import { Badge, Chip, Seal } from '../display/Badge.tsx';
import { Breadcrumbs } from '../display/Breadcrumbs.tsx';
import { Button } from '../controls/Button.tsx';
import { Callout } from '../display/Callout.tsx';
import { Card } from '../display/Card.tsx';
import { Confirm } from '../overlays/Confirm.tsx';
import { Dialog, DialogClose } from '../overlays/Dialog.tsx';
import { EmptyState } from '../display/EmptyState.tsx';
import { Field } from '../controls/Field.tsx';
import { IconButton } from '../controls/IconButton.tsx';
import { Input } from '../controls/Input.tsx';
import { Kbd } from '../display/Kbd.tsx';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../overlays/Menu.tsx';
import { Pagination } from '../table/Pagination.tsx';
import { Popover } from '../overlays/Popover.tsx';
import { Progress } from '../display/Progress.tsx';
import { Rating } from '../display/Rating.tsx';
import { Sheet } from '../overlays/Sheet.tsx';
import { Loading, Skeleton, SkeletonText } from '../display/Skeleton.tsx';
import { Spinner } from '../display/Spinner.tsx';
import { Stat } from '../charts/Stat.tsx';
import { Tabs } from '../display/Tabs.tsx';
import { toast } from '../overlays/toast.ts';
import { Tooltip } from '../overlays/Tooltip.tsx';
import css from '../styles/gallery.module.css';
import { Section } from './Section.tsx';

export function Overlays() {
  return (
    <Section id="overlays" title="Dialogs, sheets, menus">
      <div className={css.row}>
        <Dialog
          title="Change the name"
          description="It is shown on every page that mentions it."
          trigger={<Button>Open a dialog</Button>}
          footer={
            <>
              <DialogClose asChild>
                <Button>Cancel</Button>
              </DialogClose>
              <DialogClose asChild>
                <Button variant="primary">Save the name</Button>
              </DialogClose>
            </>
          }
        >
          <Field label="New name">
            <Input defaultValue="Harbor Lane" />
          </Field>
        </Dialog>
        <Sheet title="Filters" trigger={<Button>Open a sheet</Button>}>
          <SkeletonText lines={6} />
        </Sheet>
        <Sheet title="From below" side="bottom" trigger={<Button>Open from below</Button>}>
          <p>Within reach of the thumb.</p>
        </Sheet>
        <Confirm
          title="Delete this entry?"
          description="It disappears at once and cannot be brought back."
          action="Delete it"
          danger
          trigger={<Button variant="danger">Delete</Button>}
          onConfirm={() => new Promise((resolve) => setTimeout(resolve, 900))}
        />
        <Menu
          trigger={
            <IconButton label="More" variant="secondary">
              <Ellipsis />
            </IconButton>
          }
        >
          <MenuLabel>This entry</MenuLabel>
          <MenuItem icon={<Pencil />} shortcut="E">
            Edit
          </MenuItem>
          <MenuItem icon={<Archive />} disabled>
            Put away
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon={<Trash2 />} danger>
            Delete
          </MenuItem>
        </Menu>
        <Popover label="About this number" trigger={<Button variant="quiet">What is this?</Button>}>
          <p>A few words about the control.</p>
        </Popover>
        <Tooltip content="Opens the palette" shortcut="Ctrl K">
          <Button variant="quiet">Rest here</Button>
        </Tooltip>
      </div>
      <div className={css.row} style={{ marginTop: 'var(--space-4)' }}>
        <Button onClick={() => toast({ title: 'Saved', description: 'Everyone sees it now.', variant: 'good' })}>
          Good news
        </Button>
        <Button
          onClick={() =>
            toast({ title: 'Not saved', description: 'The line is down. Try again.', variant: 'destructive' })
          }
        >
          Bad news
        </Button>
        <Button
          onClick={() =>
            toast({
              title: 'Put away',
              duration: 10_000,
              action: { label: 'Undo', altText: 'Undo from the list of things put away', onSelect: () => undefined },
            })
          }
        >
          News with a way back
        </Button>
      </div>
    </Section>
  );
}

export function Surfaces() {
  return (
    <>
      <Section id="cards" title="Cards">
        <div className={css.grid}>
          <Card>
            <h3>Plain</h3>
            <p>One thin line holds it.</p>
          </Card>
          <Card interactive data-look="hover">
            <h3>Under the pointer</h3>
            <p>It answers before it is pressed.</p>
          </Card>
          <Card tone="lifted">
            <h3>Lifted</h3>
            <p>A shadow in place of the line.</p>
          </Card>
          <Card tone="highlight">
            <div className={css.row}>
              <Avatar name="Dr. Maya Okafor" size={48} />
              <div>
                <h3>Highlighted</h3>
                <Seal detail="checked on March 3">Verified</Seal>
              </div>
            </div>
            <div className={css.row} style={{ marginTop: 'var(--space-3)' }}>
              <Rating value={4.7} count={128} />
              <Badge tone="good" dot>
                Open now
              </Badge>
            </div>
          </Card>
          <Card tone="wash">
            <h3>Washed</h3>
            <p>For the one call of a page.</p>
          </Card>
        </div>
      </Section>
      <Section id="small" title="Small things">
        <div className={css.rows}>
          <div className={css.row}>
            <Badge>Draft</Badge>
            <Badge tone="accent">New</Badge>
            <Badge tone="good" dot>
              Open
            </Badge>
            <Badge tone="warn">Waiting</Badge>
            <Badge tone="bad">Refused</Badge>
            <Chip>One chip</Chip>
            <Chip onRemove={() => undefined} removeLabel="Remove this chip">
              A chip that goes
            </Chip>
            <Seal detail="checked on March 3">Verified</Seal>
          </div>
          <div className={css.row}>
            <Rating value={5} count={1} />
            <Rating value={4.3} count={1204} />
            <Rating value={2.5} />
            <Rating value={null} />
          </div>
          <div className={css.row}>
            <Avatar name="Ada Lovelace" />
            <Avatar name="Dr. Émile Zola" size={56} />
            <Avatar name="Cher" square />
            <Spinner label="Loading" />
            <Kbd keys="Ctrl K" />
          </div>
          <Breadcrumbs
            crumbs={[{ label: 'Home', to: '#mark' }, { label: 'Things', to: '#small' }, { label: 'This one' }]}
          />
          <Pagination page={1} pages={4} hrefFor={(page) => `#page-${page}`} label="Few pages" />
          <Pagination page={12} pages={240} hrefFor={(page) => `#page-${page}`} label="Many pages" />
        </div>
      </Section>
      <Section id="numbers" title="Numbers">
        <div className={css.grid}>
          <Stat label="Places" value={26014} />
          <Stat label="Towns" value={1872} detail="12 more than last month" />
          <Stat label="Not known yet" value={null} size="small" />
          <Progress label="Copying" value={0.62} detail="1,240 rows a second, 20 seconds left" />
          <Progress label="Starting" />
        </div>
      </Section>
      <Section id="words" title="Words">
        <div className={css.rows}>
          <div className={css.grid}>
            <Callout title="Good to know">Changes are seen within a minute.</Callout>
            <Callout tone="good" title="All set">
              Nothing is waiting for you.
            </Callout>
            <Callout tone="warn" title="Almost full">
              Two places are left.
            </Callout>
            <Callout tone="bad" title="It did not work">
              Check the address and try again.
            </Callout>
          </div>
          <Accordion
            single
            entries={[
              { title: 'Can I change it later?', content: <p>At any time, from your account.</p> },
              { title: 'Who sees it?', content: <p>Everyone who opens the page.</p> },
            ]}
          />
          <Tabs
            label="Views"
            tabs={[
              { value: 'day', label: 'Day', content: <p>Hours, one below the other.</p> },
              { value: 'week', label: 'Week', content: <p>Seven columns.</p> },
              { value: 'year', label: 'Year', content: <p>Twelve small months.</p>, disabled: true },
            ]}
          />
        </div>
      </Section>
      <Section id="waiting" title="Waiting and empty">
        <div className={css.wide}>
          <Card>
            <Loading label="Loading the entry">
              <div className={css.rows}>
                <div className={css.row}>
                  <Skeleton circle width={48} height={48} />
                  <Skeleton width="50%" height="1.25rem" />
                </div>
                <SkeletonText lines={3} />
              </div>
            </Loading>
          </Card>
          <Card>
            <EmptyState title="Nothing found" heading="h3" scene="search" actions={<Button>Clear the filters</Button>}>
              Try a town nearby or fewer filters.
            </EmptyState>
          </Card>
          <Card>
            <EmptyState title="Nothing waits" heading="h3" scene="done" compact>
              New entries appear here by themselves.
            </EmptyState>
          </Card>
        </div>
      </Section>
    </>
  );
}
