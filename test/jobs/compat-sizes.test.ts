/** The compatible API by examples, 1 to 55: size, crop, margins, scale, position and region. */
import { describe, expect } from 'vitest'
import { json } from '../http/app.js'
import { photoFile } from '../http/compat-photos.js'
import {
  ALIAS,
  type Expected,
  full,
  invalid,
  PREVIEW_A,
  testVectors,
  useCompatApp,
  type Vector,
  vector,
} from '../http/compat-vectors.js'

const app = useCompatApp()

const FULL_A: Expected = {
  type: 'image/png',
  size: '1000x800',
  box: '100,300,200,400',
  charged: 1,
  corner: [0, 0, 0, 0],
}
const cropped = { size: 'full', crop: 'true' }
const FULL_CROP: Expected = { size: '200x400', box: '0,0,200,400', charged: 1, type: 'image/jpeg' }

const boxes = (number: number, fields: Record<string, string>[], box: string, more: Expected = {}): Vector =>
  vector(
    number,
    'A',
    fields.map((it) => ({ ...full, ...it })),
    { size: '1000x800', charged: 1, type: 'image/png', box, ...more },
  )
const margins = (number: number, values: string[], size: string, box: string): Vector =>
  vector(
    number,
    'A',
    values.map((crop_margin) => ({ ...cropped, crop_margin })),
    { size, box, charged: 1, type: 'image/png', corner: [0, 0, 0, 0] },
  )
const refused = (number: number, parameter: string, values: string[]): Vector =>
  vector(
    number,
    'A',
    values.map((value) => ({ [parameter]: value })),
    invalid(parameter),
  )

const vectors: Vector[] = [
  vector(1, 'A', [{}], PREVIEW_A),
  vector(2, 'A', [{ size: 'small' }, { size: 'regular' }, { size: '' }], PREVIEW_A),
  vector(3, 'A', [full], FULL_A),
  vector(4, 'A', [{ size: '50mp' }], FULL_A),
  refused(5, 'size', ['gigantic']),
  vector(6, 'A', [full], { status: 402, code: 'insufficient_credits', title: 'Insufficient credits' }, { credits: 0 }),
  vector(7, 'A', [{ size: 'auto' }], PREVIEW_A, { credits: 0 }),
  vector(8, 'A', [{ size: 'auto' }], FULL_A, {
    credits: 1,
    also: async ({ caller }) => {
      const account = await app.get('/v1.0/account', { 'x-api-key': caller.key })
      expect(account.json()).toMatchObject({ data: { attributes: { credits: { total: 0 } } } })
    },
  }),
  vector(9, '500x333', [{ size: 'preview' }], { size: '500x333', charged: 0 }),
  vector(10, '300x2000', [{ size: 'preview' }], { size: '96x640', charged: 0 }),
  vector(11, 'B', [{ size: 'preview' }], { size: '640x480', box: '160,80,320,320', charged: 0 }),
  vector(12, 'B', [full], { size: '3651x2738', box: '912,456,1827,1826', charged: 1, type: 'image/png' }),
  vector(13, 'B', [{ ...full, format: 'jpg' }], { size: '4000x3000', charged: 1, type: 'image/jpeg' }),
  vector(14, 'B', [{ ...full, format: 'zip' }], { size: '4000x3000', charged: 1, type: 'application/zip' }),
  vector(15, 'B', [{ ...full, bg_color: 'white' }], { size: '4000x3000', charged: 1, type: 'image/jpeg' }),
  vector(16, 'B', [{ size: 'hd' }], { size: '2309x1732', charged: 1 }),
  vector(17, 'B', [{ size: 'medium' }], { size: '1414x1060', charged: 1 }),
  vector(18, 'B', [cropped], { size: '2000x2000', charged: 1 }),
  vector(19, 'C', [{ ...full, format: 'jpg' }], { size: '5916x4225', charged: 1, type: 'image/jpeg' }),
  vector(20, 'C', [{ size: '50MP', format: 'jpg' }], { size: '7000x5000', charged: 1, type: 'image/jpeg' }),
  vector(21, 'C', [{ size: '50MP', format: 'png' }], { size: '3741x2672', charged: 1, type: 'image/png' }),

  vector(22, 'A', [cropped], FULL_CROP),
  vector(
    23,
    'A',
    [
      { ...full, crop: '1' },
      { ...full, crop: 'TRUE' },
      async () => json({ image_file_b64: (await photoFile('A')).toString('base64'), size: 'full', crop: true }),
    ],
    FULL_CROP,
  ),
  refused(24, 'crop', ['yes']),
  margins(25, ['10px', '10'], '220x420', '10,10,200,400'),
  margins(26, ['10%'], '240x480', '20,40,200,400'),
  margins(27, ['12.5%'], '250x500', '25,50,200,400'),
  margins(28, ['10px 20px'], '240x420', '20,10,200,400'),
  margins(29, ['10% 5px'], '210x480', '5,40,200,400'),
  margins(30, ['1px 2px 3px 4px'], '206x404', '4,1,200,400'),
  margins(31, ['50%'], '400x800', '100,200,200,400'),
  margins(32, ['500px'], '1200x1400', '500,500,200,400'),
  refused(33, 'crop_margin', ['50.1%', '501px', '501', '-1px', 'bogus', '1 2 3', '10 px']),
  vector(34, 'A', [{ ...full, crop_margin: '10%' }], FULL_A),
  vector(35, 'A', [{ crop: 'true' }], { size: '200x400', charged: 0 }),
  vector(36, 'A', [{ crop: 'true', crop_margin: '500px' }], { size: '549x640', box: '228,228,93,184', charged: 0 }),

  boxes(37, [{ scale: '50%' }], '400,200,200,400'),
  boxes(38, [{ scale: '100%' }], '300,0,400,800'),
  boxes(39, [{ scale: '33.3%' }], '434,267,133,266'),
  boxes(40, [{ scale: '25%', position: 'original' }], '150,400,100,200'),
  boxes(41, [{ scale: '100%', position: 'original' }], '0,0,400,800'),
  boxes(42, [{ scale: '50%', position: '0% 100%' }], '0,400,200,400'),
  boxes(43, [{ scale: '25%', crop: 'true', crop_margin: '10%' }], '10,20,100,200', { size: '120x240' }),
  vector(44, 'A', [{ ...full, scale: 'original' }], FULL_A),
  refused(45, 'scale', ['5%', '101%', '50', 'half']),
  boxes(46, [{ position: 'center' }, { position: '50%' }, { position: '50% 50%' }], '400,200,200,400'),
  boxes(47, [{ position: '25%' }], '200,100,200,400'),
  boxes(48, [{ position: '100% 0%' }], '800,0,200,400'),
  refused(49, 'position', ['left', '101%', '10px', '1% 2% 3%']),

  vector(
    50,
    'A',
    [
      { ...full, roi: '0 0 100% 100%' },
      { ...full, roi: '0% 0% 1000px 800px' },
    ],
    FULL_A,
  ),
  boxes(51, [{ roi: '0 0 200 500' }], '100,300,100,200', { subject: '100,300,100,200' }),
  boxes(52, [{ roi: '200px 500px 0px 0px' }], '100,300,100,200', { subject: '100,300,100,200' }),
  boxes(53, [{ roi: '15% 50% 50% 100%' }], '150,400,150,300', { subject: '150,400,150,300' }),
  refused(54, 'roi', ['0 0 100% 101%', '0 0 1001 800', '0 0 10', '5 5 5 9', '0,0,9,9']),
  vector(
    55,
    'A',
    [{ roi: '500 0 1000 200' }, { ...full, roi: '500 0 1000 200' }],
    { code: 'unknown_foreground', title: 'No foreground found' },
    { also: ({ answer }) => expect(answer.headers['x-ratelimit-remaining']).toBe('39') },
  ),
]

describe('on /v1.0/cutout', () => testVectors(app, vectors))

describe('109: the alias gives the same', () => {
  const sample = [1, 3, 6, 7, 8, 11, 22, 26, 33, 36, 41, 46, 51, 54, 55]
  testVectors(
    app,
    vectors.filter(({ number }) => sample.includes(number)),
    ALIAS,
  )
})
