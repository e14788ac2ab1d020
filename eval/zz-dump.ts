import path from 'node:path'
import { writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { decodePhoto } from '../src/imaging/codec/decode.js'
import { faceHeightOf } from '../src/imaging/style/sitter/face-regions.js'
import { chooseSet, loadPortraits } from './evaluation-set.js'
import { loadProductTools } from './product-tools.js'
const ids = process.argv[3]!.split(',')
const found = (await loadPortraits(chooseSet([process.argv[2]!])))!
const tools = await loadProductTools('/work/wt/comic/report/styles/mattes')
for (const p of found.filter(({id})=>ids.includes(id))) {
  const d = await decodePhoto(p.file, tools.limits)
  const f = Math.min(1, Math.sqrt(520000/(d.width*d.height)))
  const { data, info } = await sharp(d.colour,{raw:{width:d.width,height:d.height,channels:3}}).resize(Math.round(d.width*f),Math.round(d.height*f),{fit:'fill'}).raw().toBuffer({resolveWithObject:true})
  const photo={width:info.width,height:info.height,colour:new Uint8Array(data),alpha:undefined}
  const faces=(await tools.findFaces(photo)).toSorted((a,b)=>faceHeightOf(b)-faceHeightOf(a))
  const alpha=faces.length>0?(await tools.findSubject(photo,{classify:false}).catch(()=>undefined))?.alpha:undefined
  await writeFile(`/tmp/cm/src/${p.id}.json`,JSON.stringify({width:info.width,height:info.height,faces,hasAlpha:!!alpha}))
  await writeFile(`/tmp/cm/src/${p.id}.rgb`,photo.colour)
  if(alpha) await writeFile(`/tmp/cm/src/${p.id}.a`,alpha)
  console.log(p.id,info.width,info.height,faces.map(faceHeightOf).map(Math.round).join())
}
