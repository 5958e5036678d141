/** `uniform-jitter` → `uniformJitter` */
export const camel = (name) => name.replace(/-([a-z0-9])/g, (_, letter) => letter.toUpperCase())
/** `uniform-jitter` → `UniformJitter` */
export const pascal = (name) => camel(name).replace(/^./, (letter) => letter.toUpperCase())
/** `uniform-jitter` → `Uniform jitter` */
export const title = (name) => name.replaceAll('-', ' ').replace(/^./, (letter) => letter.toUpperCase())
