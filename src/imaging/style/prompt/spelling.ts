/** Text as the word lists have it: small letters without accents, British spelling. */
export const spelled = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/\b([dl])['’]/g, '$1 ') // à l'huile
    .replaceAll(/['’]/g, '')
    .replaceAll('color', 'colour')
    .replaceAll(/\bgray/g, 'grey')
    .replaceAll('cozy', 'cosy')
    // Chinese and Japanese are written without spaces: what stands beside them is a word of its own.
    .replaceAll(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー]+/gu, ' $& ')

const SPACELESS = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー]+$/u

/** Whether it is a run of characters that may hold several words. */
export const isSpaceless = (token: string): boolean => SPACELESS.test(token)
