/** The bundler puts stylesheets into the page. */
declare module '*.css' {}
