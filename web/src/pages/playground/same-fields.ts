/** Whether a result was made with these options; its free preview was, too. */
type Fields = Readonly<Record<string, string>>

export function sameFields({ preview: _, ...made }: Fields, { preview: __, ...chosen }: Fields): boolean {
  const names = Object.keys(chosen)
  return names.length === Object.keys(made).length && names.every((name) => made[name] === chosen[name])
}
