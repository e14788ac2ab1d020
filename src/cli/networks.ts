/** Matte networks of the operator's own, from the command line. Adding loads its code on demand. */
import type { Licence } from '../catalog/matte-networks.js'
import type { Config } from '../config/config.js'
import type { Channels } from '../imaging/networks/added-network.js'
import { createProgressReporter } from '../models/progress.js'
import { type NetworkRecord, networksFolder, readNetworks } from '../networks/record.js'
import { countFrom } from '../parameters/numbers.js'
import { type Reader, reader } from '../parameters/reader.js'
import { openPrivateFolder } from '../server/private-data.js'
import {
  answer,
  type Command,
  jsonOption,
  optionalChoice,
  optionalText,
  optionalValue,
  PROGRAM,
  print,
  printTable,
  textOption,
  UsageError,
  type Values,
} from './command.js'

const GROUP = 'Data and networks'
const ANSWERS = ['logits', 'probability'] as const

/** One number stands for all three. */
const channels = (allowed: string, isAllowed: (value: number) => boolean): Reader<Channels> =>
  reader(allowed, (text, refuse) => {
    const numbers = text
      .split(/[\s,]+/)
      .filter(Boolean)
      .map(Number)
    const [r, g = r, b = r] = numbers
    if (r === undefined || g === undefined || b === undefined || ![1, 3].includes(numbers.length)) return refuse()
    return numbers.every(isAllowed) ? [r, g, b] : refuse()
  })

const means = channels('three numbers, such as 0.485,0.456,0.406, or one', Number.isFinite)
const deviations = channels('three numbers above 0, such as 0.229,0.224,0.225, or one', (value) => value > 0)

export const networksCommands: readonly Command[] = [
  {
    name: 'networks add',
    group: GROUP,
    summary: 'Add a matte network of your own, such as one of rembg',
    about:
      'Files that rembg fetches are recognised by their checksum. Of others, say how their pictures are prepared: ' +
      '--mean and --deviation, and --size where the file takes any. The network is tried on a photo, measured, and kept ' +
      'beside the others; requests then name it as their detail. docs/networks.md says more.',
    options: {
      name: textOption('NAME', 'What requests call it; by default its known name, else that of the file'),
      size: textOption('N', 'Side of its input, where the file does not say'),
      mean: textOption('M', 'Mean of its pictures, by channel, for values of 0 to 1'),
      deviation: textOption('D', 'Their deviation, by channel'),
      output: textOption('O', 'logits or probability; seen from its answer unless given', { choices: () => ANSWERS }),
      licence: textOption('TEXT', 'The licence of the network, for the list'),
      ...jsonOption,
    },
    operand: { name: 'file', label: 'FILE' },
    examples: [
      'networks add ~/.u2net/birefnet-portrait.onnx',
      "networks add mine.onnx --mean 0.5 --deviation 1 --licence 'our own'",
    ],
    run: async (values, config) => {
      const file = optionalText(values, 'file')
      if (file === undefined) throw new UsageError('The file is missing: name an .onnx file')
      openPrivateFolder(config.networkHome)
      const { addNetwork } = await import('../networks/add.js')
      createProgressReporter(process.stderr).note('Trying it on a photo, which may take a minute')
      const record = await addNetwork(file, statedIn(values), config)
      answer(values, record, () => tell(record, config))
    },
  },
  {
    name: 'networks remove',
    group: GROUP,
    summary: 'Remove an added network',
    options: jsonOption,
    operand: { name: 'name', label: 'NAME' },
    examples: ['networks remove u2netp', 'networks remove u2netp --json'],
    run: async (values, config) => {
      const name = optionalText(values, 'name')
      if (name === undefined) throw new UsageError('The name is missing: name an added network')
      const { removeNetwork } = await import('../networks/add.js')
      await removeNetwork(name, config)
      answer(values, { name }, () => print(`${name} is removed. A running server needs a restart to notice.`))
    },
  },
  // After the others: its name is the beginning of theirs.
  {
    name: 'networks',
    group: GROUP,
    summary: 'List the added networks: what each takes, and under which licence it is',
    about: `${PROGRAM} networks add and ${PROGRAM} networks remove change the list.`,
    options: jsonOption,
    examples: ['networks', 'networks --json'],
    run: async (values, config) => {
      const records = readNetworks(config)
      answer(values, records, () =>
        records.length === 0
          ? print(`No network has been added. To add one: ${PROGRAM} networks add FILE.onnx`)
          : printTable([['NAME', 'SIDE', 'MEMORY MB', 'MS', 'TIMES OURS', 'LICENCE'], ...records.map(rowOf)]),
      )
    },
  },
]

const statedIn = (values: Values) => ({
  name: optionalText(values, 'name'),
  size: optionalValue(values, 'size', countFrom(32)),
  mean: optionalValue(values, 'mean', means),
  deviation: optionalValue(values, 'deviation', deviations),
  answers: optionalChoice(values, 'output', ANSWERS),
  licence: optionalText(values, 'licence'),
})

function rowOf({ name, recipe, measured: { memoryMb, ms, timesOurs }, licence }: NetworkRecord): string[] {
  return [name, String(recipe.size), String(memoryMb), String(ms), timesOurs.toFixed(1), licenceInWords(licence)]
}

function licenceInWords(licence: Licence | undefined): string {
  if (!licence) return 'not stated'
  const link = licence.link ? ` (${licence.link})` : ''
  return `${licence.words}${licence.nonCommercial ? ', not for commercial use' : ''}${link}`
}

function tell(record: NetworkRecord, config: Config): void {
  const { name, title, recipe, measured, licence } = record
  const { memoryMb, ms, timesOurs, threads } = measured
  print(`Added ${name}${title ? ` (${title})` : ''} to ${networksFolder(config)}`)
  print(`It looks at ${recipe.size} x ${recipe.size} pixels and answers with ${recipe.answers}.`)
  print(
    `A look took ${ms} ms with ${threads} threads, ${timesOurs.toFixed(1)} times ours; it needs ${memoryMb} MB more.`,
  )
  print(`Licence: ${licenceInWords(licence)}`)
  if (!licence) print('Warning: make sure that you may use it.')
  if (licence?.nonCommercial) print('Warning: this licence does not allow commercial use.')
  const room = config.engine.networkMemoryMb
  if (memoryMb > room) print(`Note: NETWORK_MEMORY_MB is ${room}; in a worker, no other added network stays beside it.`)
  print(`Ask for it: detail=${name} in requests, --detail ${name}, or MATTE_NETWORK=${name}. Restart a running server.`)
}
