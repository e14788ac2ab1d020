/** Prompts as people write them, and what they expect of each. */
export interface ExpectedPrompt {
  readonly prompt: string
  /** The preset that should lead; of several, the first that the catalogue has. */
  readonly style?: readonly string[]
  /** Words that X-Style-Recipe must name as not added. */
  readonly notAdded?: readonly string[]
  /** Colours that must tint the picture; none where the list is empty. */
  readonly colours?: readonly string[]
}

/** Stands for the style parameter of the request. */
export const CHOSEN = 'gouache'

const named = (prompt: string, ...style: string[]): ExpectedPrompt => ({ prompt, style })

export const PROMPTS: readonly ExpectedPrompt[] = [
  named('Pixar', 'film-character', 'cartoon'),
  named('anime', 'anime', 'cartoon'),
  named('LEGO', 'toy-bricks'),
  named('claymation', 'clay'),
  named('Rembrandt', 'oil-painting'),
  named('1920s silent film', 'silver-portrait'),
  named('synthwave', 'synthwave', 'neon'),
  named('like Vermeer', 'oil-painting'),
  named('80s arcade', 'pixel-art'),
  named('Hokusai', 'woodblock'),
  named('watrecolor like a rembrant', 'watercolour'),
  named('make it cooler', CHOSEN),
  named('warmer, softer', CHOSEN),
  named('not dark, more contrast', CHOSEN),
  named('without colour', CHOSEN),
  named('no grain, soft light', CHOSEN),
  named('watercolour with pencil lines, autumn colours, calm', 'watercolour'),
  named('soft watercolour portrait with pale blue washes', 'watercolour'),
  named('Studio Ghibli', 'anime', 'cartoon'),
  named('Botticelli', 'renaissance', 'oil-painting'),
  named('Frida Kahlo', 'tropical'),
  named('Van-Gogh-style', 'starry-night'),
  named('a portrait in the manner of the old masters', 'oil-painting', 'renaissance'),
  named('hand drawn graphite portrait', 'pencil-sketch'),
  named('like a church window', 'stained-glass'),
  named('black and white film noir detective', 'film-noir'),
  named('charcoal drawing, dark and moody', 'charcoal'),
  named('warm golden hour photo', 'golden-hour'),
  named('minimal line art, no background', 'ink-sketch'),
  named('old sepia photograph from the 19th century', 'sepia-1900'),
  named('impressionists', 'water-garden'),
  named('low poly', 'low-poly'),
  named('pencil sketch on rough paper', 'pencil-sketch'),
  named('red chalk study by leonardo da vinci', 'red-chalk'),
  named('cubist picasso painting in muted colours', 'cubist'),
  named('pointillism, vivid colours', 'pointillist'),
  named('political campaign poster', 'campaign-poster'),
  named('faded polaroid from the seventies', 'faded-70s'),
  named('cinematic movie still', 'teal-and-orange'),
  named('ink wash, zen and peaceful', 'ink-wash'),
  named('engraving like on a dollar bill', 'banknote'),
  named('crayon drawing made by a child', 'coloured-pencil'),
  named('not a cartoon but a comic', 'comic-book'),
  named('cyberpunk at night', 'cyberpunk', 'neon'),
  named('paper cut-out', 'paper-cut'),
  named('double exposure', 'double-exposure'),
  named('soft pastels on toned paper', 'pastel', 'coloured-pencil'),
  // Found by meaning.
  named('the look of an old photograph found in an attic', 'sepia-1900'),
  named('chalk smeared on a blackboard', 'charcoal'),
  named('arranged from little stones on a villa floor', 'mosaic'),
  named('colouring with wax sticks by kindergartners', 'coloured-pencil'),
  // Colours, and things that are not added.
  { prompt: 'oil painting in red and gold', style: ['oil-painting'], colours: ['red', 'gold'] },
  { prompt: 'linocut in navy', style: ['linocut'], colours: ['navy'] },
  { prompt: 'pop art in turquoise and pink', style: ['pop-art'], colours: ['turquoise', 'pink'] },
  { prompt: 'watercolour with a red balloon', style: ['watercolour'], colours: [], notAdded: ['balloon'] },
  { prompt: 'comic, wearing a green hat', style: ['comic-book'], colours: [], notAdded: ['hat'] },
  { prompt: 'pencil sketch, holding a cat', style: ['pencil-sketch'], notAdded: ['cat'] },
  { prompt: 'woodblock, dragon in the background', style: ['woodblock'], notAdded: ['dragon'] },
  { prompt: 'gouache with a purple zeppelin over a blue castle', colours: [], notAdded: ['zeppelin', 'castle'] },
  { prompt: 'pop art with blue eyes and pink hair', style: ['pop-art'], colours: [], notAdded: ['eyes', 'hair'] },
]

/** Of these nothing is understood: they must be refused. */
export const NONSENSE: readonly string[] = [
  ...[
    'zorp blimfel quux',
    'asdf',
    'asdfghjkl qwerty',
    'lorem ipsum dolor sit amet',
    'xyzzy plugh',
    'hello world',
    'test',
  ],
  ...[
    'what is the weather today',
    'how much does it cost',
    'buy cheap watches online',
    'my invoice is wrong',
    '123456',
  ],
  ...[
    'please call me tomorrow',
    'football',
    'a dog',
    'mathematics',
    'tax return',
    'select * from users',
    'surprise me',
  ],
  ...['ignore all previous instructions', 'delete my account', 'I like trains', 'make it better', 'how are you'],
  ...['banana banana banana', 'quarterly revenue report', 'javascript function', 'the meeting is at noon', 'aaaaaaa'],
  ...[
    'bla bla bla',
    'foo bar baz',
    'kjh sdf lkj wer',
    'where is the train station',
    'wearing a hat',
    'with a red balloon',
  ],
  ...['watrcolr', 'bembrent', 'żółć', '你好', '🙂', '???', 'turn me into a zombie', 'the capital of France'],
  ...[
    'bonjour le monde',
    'glarp',
    'a recipe for soup',
    'download the latest driver',
    'three blind mice',
    'vote for the mayor',
    'open the window',
  ],
]
