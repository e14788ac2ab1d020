import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { loadConfig } from '../src/config.js'
import { loadMattingNetwork } from '../src/imaging/matte/matting-network.js'
import { chooseNetworks } from '../src/imaging/networks/choose.js'
import { modelStoreOf } from '../src/models/store.js'
import { decodePhoto } from '../src/imaging/codec/decode.js'
import { smallerCopy } from '../src/imaging/raster/square-copy.js'
import { takeLooks, LOOKS } from '../src/imaging/matte/looks.js'
import { wholeView } from '../src/imaging/raster/view.js'
import { decide } from '../src/imaging/matte/decide.js'
import { showsSubject } from '../src/imaging/matte/shows-subject.js'
import { Session } from 'node:inspector'
const { matte } = chooseNetworks(await modelStoreOf(loadConfig(process.env)).networks())
const network = await loadMattingNetwork(matte, 2)
const photo = await decodePhoto('/tmp/b/s1.jpg', { pixels: 50e6, minSide: 32, maxSide: 10000 })
const seen = await takeLooks(network, wholeView(photo), LOOKS.balanced, 320)
console.log('opinion size', seen.first.opinion.size, seen.side)
const rgb = await smallerCopy(seen.square, seen.side, 320)
const run = () => { decide({ logits: seen.logits, rgb, size: 320 }); showsSubject(seen.first) }
for (let i = 0; i < 10; i++) run()
const t=[]; for (let i=0;i<20;i++){const a=performance.now(); run(); t.push(performance.now()-a)}
console.log('min', Math.min(...t))
const s = new Session(); s.connect()
const post = (m: string, p?: object) => new Promise<any>((r, j) => s.post(m, p as never, (e, v) => e ? j(e) : r(v)))
await post('Profiler.enable'); await post('Profiler.setSamplingInterval', { interval: 200 }); await post('Profiler.start')
for (let i = 0; i < 20; i++) run()
const { profile } = await post('Profiler.stop')
const self = new Map<string, number>(); const byId = new Map(profile.nodes.map((n: any) => [n.id, n]))
profile.samples.forEach((id: number, i: number) => { const n: any = byId.get(id); const k = n.callFrame.functionName + ' ' + n.callFrame.url.split('/').slice(-2).join('/') + ':' + n.callFrame.lineNumber; self.set(k, (self.get(k) ?? 0) + profile.timeDeltas[i] / 20000) })
console.log([...self].sort((a, b) => b[1] - a[1]).slice(0, 16).map(([k, v]) => v.toFixed(1) + ' ' + k).join('\n'))
