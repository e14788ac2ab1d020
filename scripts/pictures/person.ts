/** A person, drawn: for ID photos, which need a face where a plush bear has only a snout. */
import { seededRandom } from '../seeded-random.js'

export const PERSON = { width: 1800, height: 2100 } as const

const random = seededRandom(5)
const between = (low: number, high: number): number => low + (high - low) * random()

/** Strands from the parting over the side of the head to the shoulder. */
function strands(side: 1 | -1): string {
  return Array.from({ length: 560 }, () => {
    const t = random()
    const root = 600 + side * between(-30, 20) + side * t * 60
    const out = 600 + side * (190 + t * 60 + between(-16, 22))
    const end = 600 + side * (165 + t * 95 + between(-26, 30))
    const tone = 22 + t * 12 + between(-7, 12)
    return `<path d="M${root.toFixed(0)} ${(250 + (1 - t) * 118 * random() + between(-10, 6)).toFixed(0)}C${(600 + side * (150 + 60 * t)).toFixed(0)} ${(300 - 62 * t).toFixed(0)} ${out.toFixed(0)} ${between(420, 520).toFixed(0)} ${(out + side * 6).toFixed(0)} ${between(600, 700).toFixed(0)}S${(end + side * 20).toFixed(0)} ${between(840, 900).toFixed(0)} ${end.toFixed(0)} ${between(905, 985).toFixed(0)}" stroke="hsl(${between(20, 28).toFixed(0)} ${between(38, 52).toFixed(0)}% ${tone.toFixed(0)}%)" stroke-width="${between(1.2, 4.2).toFixed(1)}" opacity="${between(0.55, 0.95).toFixed(2)}"/>`
  }).join('')
}

const mirrored = (half: string): string => `${half}<g transform="translate(1200 0) scale(-1 1)">${half}</g>`

const eye = `
  <path d="M462 560Q505 527 552 566Q506 588 462 560Z" fill="#f6f1ec"/>
  <clipPath id="lids"><path d="M462 560Q505 527 552 566Q506 588 462 560Z"/></clipPath>
  <g clip-path="url(#lids)"><circle cx="508" cy="558" r="23" fill="url(#iris)"/><circle cx="508" cy="558" r="10" fill="#120c0a"/>
  <circle cx="501" cy="550" r="5.5" fill="#fff"/><path d="M455 560Q505 520 556 568L556 540Q505 510 455 540Z" fill="#3a1f14" opacity=".35"/></g>
  <path d="M458 562Q505 523 554 567" fill="none" stroke="#2c1710" stroke-width="7" stroke-linecap="round"/>
  <path d="M466 540Q508 512 550 546" fill="none" stroke="#9c5f43" stroke-width="3.5" opacity=".6"/>
  <path d="M468 571Q508 594 549 571" fill="none" stroke="#9c5f43" stroke-width="2.5" opacity=".5"/>
  <path d="M448 512Q498 474 562 500Q500 492 448 512Z" fill="#4a2a1a" stroke="#4a2a1a" stroke-width="6" stroke-linejoin="round"/>`

export const personSvg =
  (): string => `<svg xmlns="http://www.w3.org/2000/svg" width="${PERSON.width}" height="${PERSON.height}" viewBox="0 0 1200 1400">
  <defs>
    <linearGradient id="wall" x2="1" y2="1"><stop offset="0" stop-color="#dfe5df"/><stop offset="1" stop-color="#9fb0a6"/></linearGradient>
    <radialGradient id="skin" cx=".42" cy=".42" r=".68"><stop offset="0" stop-color="#f3c9ab"/><stop offset=".6" stop-color="#e5ab87"/><stop offset="1" stop-color="#c07f5c"/></radialGradient>
    <linearGradient id="neck" x2="0" y2="1"><stop offset="0" stop-color="#a9694a"/><stop offset=".5" stop-color="#d2946f"/><stop offset="1" stop-color="#dda27d"/></linearGradient>
    <linearGradient id="knit" x2="1" y2="1"><stop offset="0" stop-color="#1d8a80"/><stop offset="1" stop-color="#0b5650"/></linearGradient>
    <radialGradient id="iris"><stop offset=".3" stop-color="#7a5a2c"/><stop offset="1" stop-color="#3c2713"/></radialGradient>
    <radialGradient id="blush"><stop offset="0" stop-color="#e0785f" stop-opacity=".38"/><stop offset="1" stop-color="#e0785f" stop-opacity="0"/></radialGradient>
    <filter id="soft" x="-30%" y="-30%" width="160%" height="160%"><feGaussianBlur stdDeviation="9"/></filter>
    <filter id="far"><feGaussianBlur stdDeviation="30"/></filter>
  </defs>
  <rect width="1200" height="1400" fill="url(#wall)"/>
  <g filter="url(#far)"><rect x="60" y="120" width="240" height="420" fill="#f7f9f4"/><rect x="880" y="240" width="220" height="520" fill="#84998d"/></g>
  <path d="M600 236C420 236 372 380 372 560C372 720 352 860 372 960H828C848 860 828 720 828 560C828 380 780 236 600 236Z" fill="#3b2116"/>
  <path d="M510 760V905Q500 960 600 985Q700 960 690 905V760Z" fill="url(#neck)"/>
  <path d="M505 890C440 940 300 955 215 1010C140 1060 110 1200 100 1400H1100C1090 1200 1060 1060 985 1010C900 955 760 940 695 890C690 950 510 950 505 890Z" fill="url(#knit)"/>
  <path d="M490 888C470 930 520 985 600 985S730 930 710 888L696 884C690 930 660 950 600 950S510 930 504 884Z" fill="#0d6b63"/>
  <path d="M600 300C470 300 408 400 408 545C408 650 440 730 500 800C540 846 570 862 600 862S660 846 700 800C760 730 792 650 792 545C792 400 730 300 600 300Z" fill="url(#skin)"/>
  <ellipse cx="478" cy="670" rx="72" ry="52" fill="url(#blush)"/><ellipse cx="722" cy="670" rx="72" ry="52" fill="url(#blush)"/>
  ${mirrored(eye)}
  <g filter="url(#soft)"><path d="M612 540Q640 640 640 668Q620 690 604 690Q625 640 612 540Z" fill="#b87350" opacity=".5"/><path d="M548 820Q600 850 652 820Q600 870 548 820Z" fill="#b06a48" opacity=".5"/>
    <ellipse cx="592" cy="640" rx="14" ry="46" fill="#ffe6d2" opacity=".6"/></g>
  <path d="M558 676Q566 692 582 688Q600 700 618 688Q634 692 642 676" fill="none" stroke="#a35f41" stroke-width="5" stroke-linecap="round"/>
  <path d="M526 748Q566 736 586 740Q600 747 614 740Q634 736 674 748Q636 762 600 763Q564 762 526 748Z" fill="#b5564c"/>
  <path d="M526 748Q564 764 600 764T674 748Q640 794 600 794T526 748Z" fill="#cd7468"/>
  <path d="M522 746Q564 765 600 765T678 746" fill="none" stroke="#7c342d" stroke-width="4" stroke-linecap="round"/>
  <path d="M600 236C478 236 414 320 402 500C424 430 520 372 600 362C680 372 776 430 798 500C786 320 722 236 600 236Z" fill="#4a2a1a"/>
  <g fill="none" stroke-linecap="round">${strands(-1)}${strands(1)}</g>
</svg>`
