// @ts-check
/** What every page needs. Those of whoever is signed in, or in a club, get a second script of all modules in `features`. */
import "./live.js";
import "./forms.js";
import "./time.js";
import "./copy.js";
import "./fields.js";
import "./picker.js";
import "./signed-out.js";
