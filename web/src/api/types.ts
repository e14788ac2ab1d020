/** The answers of the server's private routes, and the page's own names for parts of them. */
import type { IdPhotoFormat } from '../../../src/client/index.js'
import type { Catalog, OwnKey } from '../../../src/http/private/answers.js'

export type { Scope } from '../../../src/base/scopes.js'
export type { Style } from '../../../src/client/index.js'
export type { SettingInForce } from '../../../src/config/in-force.js'
export type * from '../../../src/http/private/answers.js'
export type { FaceMeasures } from '../../../src/imaging/job.js'
export type { DayOfUsage, DayRange, UsageOfOperation } from '../../../src/service/accounts/history.js'

/** What its owner decides about a key. */
export type KeyTerms = Pick<OwnKey, 'name' | 'expiresAt' | 'scopes'>
export type Spec = IdPhotoFormat
export type Preset = Catalog['presets'][number]
export type Range = Spec['head_ratio']
