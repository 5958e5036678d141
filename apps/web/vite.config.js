import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'
import { oneFile } from './build/one-file.mjs'
import { alias } from './build/our-sources.ts'

/**
 * One HTML file, `dist/sdc.html`, and beside it a script for tables, `dist/sdc-tables.js`, and what a host needs so that the page
 * can be installed (`public`).
 */
export default defineConfig({
  resolve: { alias },
  plugins: [
    svelte({
      configFile: false,
      compilerOptions: {
        // Elements are made one by one: no text becomes markup, so that no policy of Trusted Types need allow it.
        fragments: 'tree',
        // Of the style alone, not of the folder that it is built in.
        cssHash: ({ hash, css }) => `s-${hash(css)}`,
        discloseVersion: false,
      },
    }),
    oneFile({
      worker: new URL('src/worker/worker.ts', import.meta.url),
      tables: new URL('src/worker/tables/worker.ts', import.meta.url),
      name: 'sdc.html',
      tablesName: 'sdc-tables.js',
      alias,
    }),
  ],
  build: {
    target: 'es2023',
    modulePreload: false,
    cssCodeSplit: false,
    rollupOptions: { output: { format: 'iife', codeSplitting: false } },
  },
})
