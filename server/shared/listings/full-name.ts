/** "Dana Whitfield, DDS". The title is left out if the name already contains it. */
export function fullName({ name, title }: { name: string; title: string | null }): string {
  return title && !name.toLowerCase().includes(title.toLowerCase()) ? `${name}, ${title}` : name;
}
