/** Why a person should look at a photo's results. */
interface Warned {
  readonly preset?: string
  readonly warnings: readonly string[]
}

export interface Reason {
  readonly code: string
  /** `amazon_main, ebay: ` where it concerns only some of the pictures. */
  readonly which: string
  readonly meaning: string
}

/** Those that concern all pictures first. A server of a later version may know codes that have no meaning here. */
export function reasonsFor(pictures: readonly Warned[], meanings: Readonly<Record<string, string>> = {}): Reason[] {
  const codes = [...new Set(pictures.flatMap(({ warnings }) => warnings))].toSorted()
  const reasons = codes.map((code) => {
    const concerned = pictures.filter(({ warnings }) => warnings.includes(code))
    const isAll = concerned.length === pictures.length
    const which = isAll ? '' : `${concerned.map(({ preset }) => preset).join(', ')}: `
    return { code, which, meaning: meanings[code] ?? code }
  })
  return reasons.toSorted((a, b) => a.which.localeCompare(b.which, 'en'))
}

/** In one line, which says only once what several of them concern. */
export const inOneLine = (reasons: readonly Reason[]): string =>
  reasons
    .map(({ which, meaning }, index) => (which === reasons[index - 1]?.which ? meaning : which + meaning))
    .join(' ')
