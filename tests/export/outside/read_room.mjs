// Reads a .vtt or .pcio file with the modules of the server of virtualtabletop.io, as the server does when somebody
// uploads it, and prints the widgets. Needs, beside this file, copies of these modules and stubs of two others.
import fs from 'fs';
import FileLoader from './fileloader.mjs';
import FileUpdater from './fileupdater.mjs';

const states = await FileLoader.readStatesFromBuffer(fs.readFileSync(process.argv[2]), true);
delete states._variantNameList;
const [ variants ] = Object.values(states);
console.log(JSON.stringify(variants.map(FileUpdater)));
