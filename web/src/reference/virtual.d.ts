/** Made by reference-plugin.ts when the page is built. */
declare module 'virtual:api-routes' {
  const routes: readonly import('./read-document.js').Route[]
  export default routes
}

declare module 'virtual:search-index' {
  const index: readonly import('./search.js').SearchEntry[]
  export default index
}
