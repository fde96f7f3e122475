import { MapPin, Pencil, Plus, Search, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button, type ButtonVariant } from '../controls/Button.tsx';
import { ButtonLink } from '../controls/ButtonLink.tsx';
import { Checkbox } from '../controls/Checkbox.tsx';
import { Combobox } from '../controls/Combobox.tsx';
import { Field } from '../controls/Field.tsx';
import { IconButton } from '../controls/IconButton.tsx';
import { Input } from '../controls/Input.tsx';
import { PasswordInput } from '../controls/PasswordInput.tsx';
import { RadioGroup } from '../controls/RadioGroup.tsx';
import { Segmented } from '../controls/Segmented.tsx';
import { Select } from '../controls/Select.tsx';
import { Switch } from '../controls/Switch.tsx';
import { Textarea } from '../controls/Textarea.tsx';
import css from '../styles/gallery.module.css';
import { Looks, Section } from './Section.tsx';

const variants: ButtonVariant[] = ['primary', 'secondary', 'quiet', 'danger'];
const fruits = ['Apple', 'Apricot', 'Banana', 'Blackberry', 'Cherry', 'Grape', 'Lemon', 'Mango', 'Orange', 'Pear'];
const options = fruits.map((fruit) => ({ value: fruit.toLowerCase(), label: fruit }));

export function Buttons() {
  return (
    <Section id="buttons" title="Buttons">
      <div className={css.rows}>
        {variants.map((variant) => (
          <Looks key={variant} name={variant}>
            <Button variant={variant}>Save changes</Button>
            <Button variant={variant} data-look="hover">
              Hover
            </Button>
            <Button variant={variant} data-look="focus">
              Focus
            </Button>
            <Button variant={variant} data-look="active">
              Active
            </Button>
            <Button variant={variant} disabled>
              Disabled
            </Button>
            <Button variant={variant} busy>
              Save changes
            </Button>
          </Looks>
        ))}
        <Looks name="sizes">
          <Button variant="primary" size="small">
            Small
          </Button>
          <Button variant="primary" icon={<Plus />}>
            Medium
          </Button>
          <Button variant="primary" size="large" icon={<Search />}>
            Large
          </Button>
        </Looks>
        <Looks name="links">
          <ButtonLink to="#buttons" variant="primary">
            Goes somewhere
          </ButtonLink>
          <ButtonLink to="#buttons">Goes somewhere</ButtonLink>
          <a href="#buttons">A plain link</a>
        </Looks>
        <Looks name="icon">
          <IconButton label="Edit">
            <Pencil />
          </IconButton>
          <IconButton label="Add" variant="secondary">
            <Plus />
          </IconButton>
          <IconButton label="Delete" size="small" data-look="hover">
            <Trash2 />
          </IconButton>
          <IconButton label="Find" disabled>
            <Search />
          </IconButton>
        </Looks>
        <div data-density="compact">
          <Looks name="compact">
            <Button variant="primary">Compact</Button>
            <Button>Compact</Button>
            <Button variant="quiet" icon={<Plus />}>
              Compact
            </Button>
            <IconButton label="Edit in a compact place">
              <Pencil />
            </IconButton>
          </Looks>
        </div>
      </div>
    </Section>
  );
}

export function Fields() {
  const [text, setText] = useState('');
  return (
    <Section id="fields" title="Fields">
      <div className={css.grid}>
        <Field label="Name" hint="As it should appear on the page.">
          <Input placeholder="Your full name" />
        </Field>
        <Field label="Under the pointer">
          <Input data-look="hover" defaultValue="Hover" />
        </Field>
        <Field label="In focus">
          <Input data-look="focus" defaultValue="Focus" />
        </Field>
        <Field label="Email" error="Enter an address like name@example.com.">
          <Input type="email" defaultValue="name@" />
        </Field>
        <Field label="Account number" disabled hint="Given by us, cannot be changed.">
          <Input defaultValue="84-1190" />
        </Field>
        <Field label="Password" hint="8 to 128 characters.">
          <PasswordInput defaultValue="correct horse" autoComplete="new-password" />
        </Field>
        <Field label="Fruit">
          <Select options={options} placeholder="Choose a fruit" />
        </Field>
        <Field label="Fruit, please" error="Choose one of them.">
          <Select options={options} placeholder="Choose a fruit" />
        </Field>
        <Field label="With suggestions" hint="Type a letter, then use the arrow keys.">
          <Combobox
            icon={<MapPin />}
            value={text}
            onValueChange={setText}
            suggest={(typed) => options.filter((fruit) => fruit.label.toLowerCase().includes(typed.toLowerCase()))}
          />
        </Field>
        <Field label="Message" optional>
          <Textarea limit={500} defaultValue="Good morning. I would like to know a little more." />
        </Field>
        <Field label="Short message" error="Shorten it by 11 characters.">
          <Textarea limit={40} defaultValue="This message is a little too long." />
        </Field>
      </div>
    </Section>
  );
}

export function Choices() {
  const [on, setOn] = useState(true);
  return (
    <Section id="choices" title="Choices">
      <div className={css.grid}>
        <div className={css.rows}>
          <Checkbox label="Send me a copy" />
          <Checkbox label="Send me a copy" defaultChecked hint="To the address of your account." />
          <Checkbox label="Some of them" indeterminate />
          <Checkbox label="I agree" invalid />
          <Checkbox label="Not now" disabled />
          <Checkbox label="Always" disabled defaultChecked />
        </div>
        <div className={css.rows}>
          <Switch label="Show on the map" checked={on} onChange={(event) => setOn(event.target.checked)} />
          <Switch label="Weekly summary" hint="Every Monday morning." />
          <Switch label="In focus" data-look="focus" />
          <Switch label="Not in this plan" disabled />
          <Switch label="Cannot be turned off" disabled defaultChecked />
        </div>
        <RadioGroup
          legend="How should we answer?"
          defaultValue="mail"
          options={[
            { value: 'mail', label: 'By mail', hint: 'Within 24 hours.' },
            { value: 'phone', label: 'By phone' },
            { value: 'post', label: 'By post', disabled: true },
          ]}
        />
        <div className={css.rows}>
          <Segmented
            label="Period"
            defaultValue="month"
            options={[
              { value: 'week', label: 'Week' },
              { value: 'month', label: 'Month' },
              { value: 'year', label: 'Year' },
            ]}
          />
          <div data-density="compact">
            <Segmented
              label="Period, compact"
              defaultValue="all"
              options={[
                { value: 'all', label: 'All' },
                { value: 'open', label: 'Open' },
                { value: 'done', label: 'Done' },
              ]}
            />
          </div>
        </div>
      </div>
    </Section>
  );
}
