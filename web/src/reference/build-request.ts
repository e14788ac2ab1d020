/** Turns the filled-in form into a request; empty fields are not sent. */
import type { SampleRequest } from '../samples/request.js'
import type { Route } from './read-document.js'

/** By parameter name; files are kept separately. */
export type Values = Readonly<Record<string, string>>

export interface Filled {
  /** With its query. */
  readonly path: string
  readonly headers: Values
  readonly fields: Values
}

export function filledIn({ path, parameters }: Route, values: Values): Filled {
  const at = (place: string): [string, string][] =>
    parameters
      .filter((parameter) => parameter.place === place && !parameter.isFile && values[parameter.name])
      .map(({ name }) => [name, values[name]!])
  const query = new URLSearchParams(at('query')).toString()
  const inPath = at('path').reduce((text, [name, value]) => text.replace(`{${name}}`, encodeURIComponent(value)), path)
  return {
    path: query === '' ? inPath : `${inPath}?${query}`,
    headers: Object.fromEntries(at('header')),
    fields: Object.fromEntries(at('body')),
  }
}

/** What the form starts with: enough for a free call. */
const STARTING: Readonly<Record<string, Values>> = {
  makeIdPhoto: { spec: '1inch', preview: '1' },
  stylePortrait: { style: 'watercolour', preview: '1' },
  getResult: { name: 'NAME.png' },
  describeResult: { id: 'ID' },
  deleteResult: { id: 'ID' },
  createJob: { operation: 'remove' },
  getJob: { id: 'ID' },
  cancelJob: { id: 'ID' },
  followJob: { id: 'ID' },
}

export const startingValues = ({ id }: Route): Values => STARTING[id] ?? {}

const CLIENT_METHODS: Readonly<Record<string, string>> = {
  removeBackground: 'remove',
  listPresets: 'presets',
  stylePortrait: 'portraitStyle',
  listStyles: 'styles',
  makeIdPhoto: 'idPhoto',
  listIdPhotoFormats: 'idPhotoFormats',
  cutout: 'cutout',
  removebg: 'cutout',
  listResults: 'results.page',
  describeResult: 'results.get',
  deleteResult: 'results.delete',
  deleteResults: 'results.deleteAll',
  getJob: 'jobs.get',
  cancelJob: 'jobs.cancel',
  followJob: 'jobs.waitFor',
  getBalance: 'account',
  getUsage: 'usage',
}

/** Other ways to give a photo than as a file. */
const isPhotoText = (name: string): boolean => ['image_url', 'image_urls', 'image_file_b64'].includes(name)

export function sampleRequest(
  route: Route,
  values: Values,
  fileNames: Values,
  { origin, key }: { origin: string; key: string | undefined },
): SampleRequest {
  const { fields, headers, path } = filledIn(route, values)
  const photo = route.parameters.find(({ isFile }) => isFile)
  const isPhotoMissing = photo && !fileNames[photo.name] && !Object.keys(fields).some(isPhotoText)
  const method = CLIENT_METHODS[route.id]
  return {
    method: route.method,
    origin,
    path,
    files: isPhotoMissing ? { [photo.name]: 'photo.jpg', ...fileNames } : fileNames,
    fields,
    headers,
    answer: answerOf(route),
    isOpen: route.isOpen,
    client: method === undefined ? undefined : { method, given: givenTo(route, values) },
    key,
  }
}

/** Our client takes what is in the address; it confirms by itself, and goes from page to page. */
function givenTo({ id, parameters }: Route, values: Values): string | Values | undefined {
  if (id === 'deleteResults') return undefined
  const outside = parameters.filter(({ place, name }) => (place === 'path' || place === 'query') && values[name])
  if (outside.some(({ name }) => name === 'search' || name === 'id')) return values[outside[0]!.name]
  return Object.fromEntries(outside.map(({ name }) => [name, values[name]!]))
}

function answerOf({ answers }: Route): SampleRequest['answer'] {
  if (answers.some(({ types }) => types.some((type) => type.startsWith('image/')))) return 'picture'
  return answers.some(({ fields }) => fields.some(({ name }) => name === 'url')) ? 'url' : 'json'
}
