import { saveBrand } from '#contract/groups/brands.ts';
import type { Group } from '#contract/groups/groups.ts';
import { smallPhoto } from '#shared/listings/photos.ts';
import { useAppForm } from '#ui/base/forms/use-app-form.ts';
import { api } from '#ui/base/platform/api.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { FilePicker } from '#ui/kit/controls/FilePicker.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { Switch } from '#ui/kit/controls/Switch.tsx';
import { Textarea } from '#ui/kit/controls/Textarea.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { layout } from '#ui/kit/layout.ts';
import { useGroupChange } from '../use-group-change.ts';

/** The public page of the group's brand. Each group is one brand; an owner of several brands has a group for each. */
export function BrandForm({ group }: { group: Group }) {
  const { id, slug, brand } = group;
  const form = useAppForm({ defaultValues: brand, keep: { draft: `group brand ${id}`, except: ['logo'] } });
  const { values, errors } = form;
  const save = useGroupChange(id, (body: typeof brand) => api(saveBrand, { params: { id: String(id) }, body }), {
    onSuccess: form.endDraft,
    onError: (error) => form.showError(error, 'about'),
  });
  const path = `/groups/${slug}`;
  return (
    <Card as="section" aria-labelledby="group-brand" className={layout.stack}>
      <h2 id="group-brand" className={layout.heading}>
        Brand page
      </h2>
      <p className={layout.muted}>
        A public page with your locations by state and city.{' '}
        {brand.isPublic && (
          <Link to={path} target="_blank">
            See it
          </Link>
        )}
      </p>
      <form method="post" className={layout.stack} noValidate onSubmit={form.submit((sent) => save.mutate(sent))}>
        <Switch
          label={`Show the page at ${path}`}
          checked={values.isPublic}
          onChange={(event) => form.setValues({ isPublic: event.target.checked })}
        />
        <Field label="About" optional hint="A few sentences about your practices." error={errors.about}>
          <Textarea rows={3} maxLength={600} {...form.field('about')} />
        </Field>
        <Field
          label="Color"
          optional
          hint="The color of links and buttons, such as #0b5c80. White text on it must be easy to read."
          error={errors.accent}
        >
          <Input maxLength={7} autoComplete="off" spellCheck={false} {...form.field('accent')} />
        </Field>
        <Field label="Logo" optional hint="A square picture." error={errors.logo}>
          <FilePicker
            value={
              values.logo === ''
                ? null
                : { name: values.logo === brand.logo ? 'Current logo' : 'New logo', dataUrl: smallPhoto(values.logo) }
            }
            onChange={(picked) => form.setValues({ logo: picked?.dataUrl ?? '' })}
            onError={(sentence) => form.setError('logo', sentence)}
          />
        </Field>
        <div className={layout.row}>
          <Button type="submit" variant="primary" busy={save.isPending}>
            Save the brand page
          </Button>
        </div>
      </form>
      {save.isSuccess && (
        <Callout tone="good" announce>
          Saved.
        </Callout>
      )}
    </Card>
  );
}
