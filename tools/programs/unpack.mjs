// unpack.mjs FOLDER: a headless Chromium out of the npm package, and `FOLDER/run`, which starts it with
// its own libraries and fonts.
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';

const folder = process.argv[2];
mkdirSync(folder, { recursive: true });
process.env.TMPDIR = folder; // where the package unpacks to
process.env.AWS_EXECUTION_ENV = 'AWS_Lambda_nodejs22.x'; // makes it unpack nss, nspr and expat too
const { default: chromium } = await import('@sparticuz/chromium');
const program = await chromium.executablePath();

// The package's own list of folders knows neither this one nor the system's: text would have no size.
const fonts = [`${folder}/fonts/fonts`, '/usr/share/fonts', '/usr/local/share/fonts'];
const listed = fonts.map((one) => `<dir>${one}</dir>`).join('');
writeFileSync(
  `${folder}/fonts/fonts.conf`,
  `<?xml version="1.0"?><fontconfig>${listed}<cachedir>${folder}/fonts/cache</cachedir></fontconfig>\n`,
);

const own = `LD_LIBRARY_PATH='${folder}/al2023/lib' FONTCONFIG_PATH='${folder}/fonts'`;
writeFileSync(`${folder}/run`, `#!/bin/sh\n${own} exec '${program}' --no-zygote "$@"\n`);
chmodSync(`${folder}/run`, 0o755);
