import { X } from 'lucide-react';
import { useState } from 'react';
import { changePerson, invitePerson, removePerson, type Group, type GroupPerson } from '#contract/groups/groups.ts';
import { groupRoleNames, groupRoleTexts, invitedRoles, type InvitedRole } from '#shared/groups/group-roles.ts';
import { useAppForm } from '#ui/base/forms/use-app-form.ts';
import { api } from '#ui/base/platform/api.ts';
import { countOf } from '#ui/insights/figure-words.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { IconButton } from '#ui/kit/controls/IconButton.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { RadioGroup } from '#ui/kit/controls/RadioGroup.tsx';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { layout } from '#ui/kit/layout.ts';
import { Confirm } from '#ui/kit/overlays/Confirm.tsx';
import { Dialog } from '#ui/kit/overlays/Dialog.tsx';
import { locationNouns } from './group-words.ts';
import { LocationPicker } from './LocationPicker.tsx';
import css from './PeopleTab.module.css';
import { useGroupChange } from './use-group-change.ts';

const roleOptions = invitedRoles.map((role) => ({
  value: role,
  label: groupRoleNames[role],
  hint: groupRoleTexts[role],
}));

/** The people of a group, and the form that invites another one. */
export function PeopleTab({ group }: { group: Group }) {
  return (
    <div className={css.body}>
      <section className={layout.stack} aria-labelledby="people">
        <h2 id="people" className={layout.heading}>
          People
        </h2>
        {group.people.length === 0 ? (
          <p className={layout.muted}>You’re the only one in this group.</p>
        ) : (
          <ul className={css.people}>
            {group.people.map((person) => (
              <Person key={person.id} group={group} person={person} />
            ))}
          </ul>
        )}
      </section>
      <InvitationForm group={group} />
    </div>
  );
}

function Person({ group, person }: { group: Group; person: GroupPerson }) {
  const params = { id: String(group.id), person: String(person.id) };
  const remove = useGroupChange(group.id, () => api(removePerson, { params }));
  const known = new Set(group.locations.map(({ id }) => id));
  const locations = person.locations.filter((id) => known.has(id)).length;
  return (
    <li>
      <div className={css.person}>
        <p>{person.name ?? person.email}</p>
        <p className={layout.note}>
          {[
            person.name && person.email,
            groupRoleNames[person.role],
            person.role === 'regional' && countOf(locations, locationNouns),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <div className={layout.row}>
        {!person.acceptedAt && (
          <Badge tone={person.expired ? 'bad' : 'warn'}>{person.expired ? 'Expired' : 'Invited'}</Badge>
        )}
        <ChangeRole group={group} person={person} />
        <Confirm
          title={`Remove ${person.name ?? person.email}?`}
          description="They lose access to the group at once. You can invite them again."
          action="Remove"
          danger
          trigger={
            <IconButton label={`Remove ${person.email}`} size="small">
              <X />
            </IconButton>
          }
          onConfirm={() => remove.mutateAsync()}
        />
      </div>
    </li>
  );
}

interface RoleFieldsProps {
  group: Group;
  role: InvitedRole;
  onRole: (role: InvitedRole) => void;
  locations: ReadonlySet<number>;
  onLocations: (locations: ReadonlySet<number>) => void;
  error?: string | undefined;
}

function RoleFields({ group, role, onRole, locations, onLocations, error }: RoleFieldsProps) {
  return (
    <>
      <RadioGroup legend="Role" options={roleOptions} value={role} onValueChange={onRole} />
      {role === 'regional' && (
        <LocationPicker
          label="Locations of this regional manager"
          locations={group.locations}
          chosen={locations}
          onChange={onLocations}
        />
      )}
      {error && <Callout tone="bad">{error}</Callout>}
    </>
  );
}

function ChangeRole({ group, person }: { group: Group; person: GroupPerson }) {
  const [isOpen, setOpen] = useState(false);
  const [role, setRole] = useState(person.role);
  const [locations, setLocations] = useState<ReadonlySet<number>>(new Set(person.locations));
  const save = useGroupChange(
    group.id,
    () =>
      api(changePerson, {
        params: { id: String(group.id), person: String(person.id) },
        body: { role, locations: [...locations] },
      }),
    { onSuccess: () => setOpen(false) },
  );
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => {
        setOpen(open);
        setRole(person.role);
        setLocations(new Set(person.locations));
      }}
      trigger={<Button size="small">Change the role</Button>}
      title={`Role of ${person.name ?? person.email}`}
      footer={
        <Button
          variant="primary"
          busy={save.isPending}
          disabled={role === 'regional' && locations.size === 0}
          onClick={() => save.mutate()}
        >
          Save
        </Button>
      }
    >
      <RoleFields group={group} role={role} onRole={setRole} locations={locations} onLocations={setLocations} />
    </Dialog>
  );
}

function InvitationForm({ group }: { group: Group }) {
  const form = useAppForm({ defaultValues: { email: '' }, keep: { draft: `group invitation ${group.id}` } });
  const [role, setRole] = useState<InvitedRole>('editor');
  const [locations, setLocations] = useState<ReadonlySet<number>>(new Set());
  const [invited, setInvited] = useState<string | null>(null);
  const invite = useGroupChange(
    group.id,
    (email: string) =>
      api(invitePerson, { params: { id: String(group.id) }, body: { email, role, locations: [...locations] } }),
    {
      onSuccess: () => {
        form.reset();
        setLocations(new Set());
      },
      onError: (error) => {
        setInvited(null);
        form.showError(error, 'email');
      },
    },
  );
  return (
    <Card as="section" aria-labelledby="invite" className={layout.stack}>
      <h2 id="invite" className={layout.heading}>
        Invite someone
      </h2>
      {!group.planActive && <Callout tone="warn">Invitations are paused because the plan has ended.</Callout>}
      <form
        method="post"
        className={css.form}
        noValidate
        onSubmit={form.submit(({ email }) => {
          setInvited(email);
          invite.mutate(email);
        })}
      >
        <Field label="Email" error={form.errors.email}>
          <Input type="email" autoComplete="off" disabled={!group.planActive} {...form.field('email')} />
        </Field>
        <RoleFields
          group={group}
          role={role}
          onRole={setRole}
          locations={locations}
          onLocations={setLocations}
          error={form.errors.locations}
        />
        <Button type="submit" variant="primary" busy={invite.isPending} disabled={!group.planActive}>
          Send invitation
        </Button>
      </form>
      {invite.isSuccess && invited && (
        <Callout tone="good" announce>
          Invitation sent. {invited} can accept it within 14 days.
        </Callout>
      )}
    </Card>
  );
}
