import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { createBrand, priorities, updateBrand, type AiBrand } from '#contract/articles/admin-articles.ts';
import { EditConflict } from '#ui/base/forms/EditConflict.tsx';
import { useConflictForm } from '#ui/base/forms/use-conflict-form.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Dialog } from '#ui/kit/overlays/Dialog.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { Select } from '#ui/kit/controls/Select.tsx';
import { Switch } from '#ui/kit/controls/Switch.tsx';
import { Textarea } from '#ui/kit/controls/Textarea.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api, fieldsOf, sentenceOf } from '#ui/base/platform/api.ts';
import { refresh } from '#ui/base/platform/query.ts';
import { layout } from '#ui/kit/layout.ts';

const toFormValues = (brand: AiBrand | null) => ({
  name: brand?.name ?? '',
  apiEndpoint: brand?.apiEndpoint ?? '',
  apiKey: brand?.apiKey ?? '',
  model: brand?.model ?? '',
  description: brand?.description ?? '',
  priority: brand?.priority ?? 1,
  isActive: brand?.isActive ?? true,
});
const fieldNames = {
  name: 'Name',
  apiEndpoint: 'API endpoint',
  apiKey: 'API key',
  model: 'Model',
  description: 'Description',
  priority: 'Priority',
  isActive: 'Active',
};

export function BrandDialog({ brand, onClose }: { brand: AiBrand | null; onClose: () => void }) {
  const client = useQueryClient();
  const record = useConflictForm(`brand ${brand?.id ?? 'new'}`, brand, toFormValues, { secrets: ['apiKey'] });
  const { values: form, setValues } = record;
  const [emptyFieldErrors, setEmptyFieldErrors] = useState<Record<string, string>>({});
  const save = useMutation({
    mutationFn: ({ base, values }: typeof record.formState) => {
      // An empty field deletes the stored key. The unchanged mask keeps it.
      const body = { ...values, apiKey: values.apiKey === '' && base?.apiKey ? null : values.apiKey };
      return base
        ? api(updateBrand, {
            params: { id: String(base.id) },
            // Any concurrent change is a conflict, because a key belongs to its endpoint.
            body: { ...body, read: { updatedAt: base.updatedAt } },
          })
        : api(createBrand, { body });
    },
    async onSuccess() {
      record.endDraft();
      onClose();
      await refresh(client, '/api/admin/ai-brands');
    },
    onError(error) {
      if (record.handleConflict(error)) return;
      record.showErrors(fieldsOf(error));
      toast({
        title: brand ? 'Failed to update AI brand' : 'Failed to create AI brand',
        description: sentenceOf(error),
        variant: 'destructive',
      });
    },
  });
  const errors = { ...record.errors, ...emptyFieldErrors };
  const { base } = record;
  const endpointChanged = base?.apiKey && form.apiEndpoint !== base.apiEndpoint && form.apiKey === base.apiKey;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={brand ? 'Edit AI Brand' : 'Add AI Brand'}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form="brand" busy={save.isPending}>
            {brand ? 'Save changes' : 'Add AI Brand'}
          </Button>
        </>
      }
    >
      <form
        method="post"
        id="brand"
        className={layout.stack}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const errorsOfEmptyFields: Record<string, string> = {};
          if (!form.name.trim()) errorsOfEmptyFields.name = 'Please enter a name.';
          if (!form.apiEndpoint.trim()) errorsOfEmptyFields.apiEndpoint = 'Please enter the API endpoint.';
          setEmptyFieldErrors(errorsOfEmptyFields);
          if (Object.keys(errorsOfEmptyFields).length === 0 && !save.isPending) save.mutate(record.formState);
        }}
      >
        <Field label="Name" required error={errors.name}>
          <Input value={form.name} onChange={(event) => setValues({ name: event.target.value })} />
        </Field>
        <Field
          label="API endpoint"
          required
          error={errors.apiEndpoint}
          hint="HTTPS only. URLs that end in /messages use the Anthropic format; all others use the OpenAI format."
        >
          <Input
            type="url"
            className={layout.code}
            value={form.apiEndpoint}
            placeholder="https://api.example.com/v1/chat/completions"
            onChange={(event) => setValues({ apiEndpoint: event.target.value })}
          />
        </Field>
        <Field
          label="API key"
          error={errors.apiKey}
          hint={
            endpointChanged
              ? 'The stored key belongs to the old endpoint and will be deleted. Enter one for the new endpoint.'
              : brand?.apiKey
                ? 'Leave unchanged to keep the stored key; clear it to delete the key.'
                : 'Stored encrypted and never shown again.'
          }
        >
          <Input
            type="password"
            autoComplete="off"
            value={form.apiKey}
            onChange={(event) => setValues({ apiKey: event.target.value })}
          />
        </Field>
        <Field label="Model" optional error={errors.model} hint="The provider's name for it.">
          <Input value={form.model} onChange={(event) => setValues({ model: event.target.value })} />
        </Field>
        <Field label="Description" optional error={errors.description}>
          <Textarea
            rows={2}
            value={form.description}
            onChange={(event) => setValues({ description: event.target.value })}
          />
        </Field>
        <Field
          label="Priority"
          hint="The active brand with the highest priority drafts; the next one reviews."
          error={errors.priority}
        >
          <Select
            value={String(form.priority)}
            onChange={(event) => setValues({ priority: Number(event.target.value) })}
            options={priorities.map(([value, name]) => ({ value: String(value), label: `${value} ${name}` }))}
          />
        </Field>
        <Switch
          label="Active"
          checked={form.isActive}
          onChange={(event) => setValues({ isActive: event.target.checked })}
        />
        <EditConflict
          form={record}
          names={fieldNames}
          busy={save.isPending}
          onKeepMine={() => save.mutate(record.keepMyValues())}
        />
      </form>
    </Dialog>
  );
}
