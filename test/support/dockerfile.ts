/** A Dockerfile as a list of stages and steps; only what ours uses is understood. */

export interface Step {
  readonly instruction: string
  readonly text: string
}
export interface Stage {
  readonly name: string
  /** An image, or the name of an earlier stage. */
  readonly from: string
  readonly steps: readonly Step[]
}

export function stagesOf(dockerfile: string): Stage[] {
  const lines = dockerfile
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
  const stages: { name: string; from: string; steps: Step[] }[] = []
  for (const line of lines) {
    const [, instruction = '', text = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? []
    if (instruction === 'FROM') {
      const [, from = '', name = ''] = /^(?:--platform=\S+\s+)?(\S+)(?:\s+AS\s+(\S+))?$/.exec(text) ?? []
      stages.push({ name, from, steps: [] })
    } else stages.at(-1)?.steps.push({ instruction, text }) // before the first: arguments for FROM
  }
  return stages
}

/** NAME=value NAME=value */
export const assignmentsIn = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/([A-Z_]+)=(\S*)/g)].map(([, name = '', value = '']) => [name, value]))

export const wordsIn = (text: string): string[] => JSON.parse(text) as string[]
