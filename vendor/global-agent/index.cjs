// The post-install of onnxruntime-node downloads GPU files on Linux x64, from elsewhere than the npm registry; the CPU
// files are in its package. It asks for this module first, and here it ends. npm 11.16 and later would not start it
// (allowScripts in package.json), older ones would, and the setting that it reads from .npmrc makes newer ones complain.
if (process.env.npm_package_name === 'onnxruntime-node') process.exit(0)
throw new Error('global-agent is only a stand-in here: nothing but the post-install of onnxruntime-node may load it')
